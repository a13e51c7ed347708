// imported in advance, so that a card's markup is rendered immediately, because the card's button takes its name from
// the markup
import 'dompurify'
import { screen } from '@testing-library/react'
import type { ActorRefFrom } from 'xstate'
import { cardState } from '#contract/bonus.ts'
import type { Satang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import th from '#locales/th.json'
import type { bonusMachine } from '#machines/bonus.machine.ts'
import { attemptMachine } from '#machines/lib/attempt.ts'
import { promotionMachine } from '#machines/promotion.machine.ts'
import { BonusScreen } from '#src/features/bonus/bonus-screen.tsx'
import { formatAmount } from '#src/lib/format.ts'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { click, key, plain, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './bonus.model.ts'

const { action, bonus, copy, failure: failed, money, promotion, state } = th
/** The page's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
const details = bonus.open.replace('{{name}}', '')
const notice = 'ยอดเล่นเสียนับ 50%'

type Seen = ReturnType<ActorRefFrom<typeof bonusMachine>['getSnapshot']>
const stateOf = ({ context: { reading } }: Seen, code: string) => {
  const found = readable(reading?.bonuses ?? []).find((each) => each.code === code)
  return found && reading ? cardState(found, reading.now) : 'full'
}
/** The remaining turnover. */
const remainingIn = ({ context: { reading } }: Seen) =>
  bonus.remaining.replace('{{amount}}', `${((reading?.active.remaining ?? 0) / 100).toFixed(2)}\u00A0บาท`)
/** How much of the turnover has been reached. */
const reachedIn = ({ context: { reading } }: Seen) => {
  const { remaining = 0, turnover = 0 } = reading?.active ?? {}
  const say = (satang: number) => `${formatAmount(satang as Satang)}\u00A0บาท`
  return bonus.progress.replace('{{reached}}', say(turnover - remaining)).replace('{{turnover}}', say(turnover))
}
/**
 * The reasons why bonuses cannot be claimed now, except reasons about the balance. `only`: the code of a bonus, to
 * include only its reasons.
 */
const blocksIn = ({ context: { reading } }: Seen, only?: string) =>
  readable(reading?.bonuses ?? []).flatMap((each) =>
    cardState(each, reading?.now ?? 0) === 'blocked' && each.blocked !== 'balance' && (only ?? each.code) === each.code
      ? [bonus.blocked[each.blocked ?? 'gone']]
      : [],
  )
const isTakenToday = (seen: Seen) => stateOf(seen, 'DAILY') === 'full'
/** The button of a bonus card. A bonus that has reached its limit has no button. */
function cardOf(seen: Seen, code: string) {
  const open = readable(seen.context.reading?.bonuses ?? []).filter((each) => stateOf(seen, each.code) !== 'full')
  const buttons = screen.getAllByRole('button', { name: (name) => name.startsWith(plain(details)) })
  return buttons[open.findIndex((each) => each.code === code)]
}
const isHeld = ({ context }: Seen) => context.reading?.active.status === true

/** The list of bonuses. No bonus can be opened while the list reloads. */
function page(seen: Seen): ScreenSnapshot {
  if (!seen.context.reading) return { controls: [], sees: [state.loading] }
  const off = seen.hasTag('busy') ? ' (off)' : ''
  const own = isHeld(seen) ? [`${bonus.end}${off}`] : [promotion.code, copy.paste, `${promotion.search} (off)`]
  return {
    controls: [...own, `${details}${off}`, `${details}${off}`],
    sees: [
      ...(isTakenToday(seen) ? [bonus.full.day] : []),
      ...new Set(blocksIn(seen)),
      ...(isHeld(seen) ? [bonus.state.current, bonus.type.limit, reachedIn(seen), remainingIn(seen)] : []),
    ],
  }
}
const said = (text: string) => ({ controls: [action.gotIt], sees: [text] })

/** A bonus operation is running, or its outcome is unknown. */
const waiting = ({ children: { attempt } }: Seen): ScreenSnapshot => ({
  controls: [isUnknown(attempt) ? action.checkAgain : `${bonus.busy} (busy)`],
  sees: isUnknown(attempt) ? [money.unknown] : [],
})

export default defineDriver(model, {
  view: (actor) => <BonusScreen actor={actor} wallet={knownWallet()} onWithdraw={() => {}} />,
  act: {
    'bonus.open': {
      ways: [({ code }, seen) => click(cardOf(seen, code))],
      when: (seen, { code }) => stateOf(seen, code) !== 'full',
    },
    'bonus.leave': {
      ways: [
        (_, seen) => press(stateOf(seen, seen.context.code) === 'open' ? action.close : action.gotIt)(),
        press(action.close),
        key('Escape'),
      ],
    },
    'bonus.take': { ways: [press(bonus.take)], when: (seen) => stateOf(seen, seen.context.code) === 'open' },
    'bonus.end': { ways: [press(bonus.end)], when: isHeld },
    'bonus.keep': { ways: [press(bonus.keep), key('Escape')] },
    'bonus.confirm': { ways: [press(bonus.end)] },
    'bonus.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'bonus.retry': { ways: [press(action.retry)] },
    'clock.tick': 'outside',
    'promotion.ended': 'outside',
    'attempt.unknown': 'outside',
  },
  children: {
    attempt: child,
    promotion: { logic: frozen(promotionMachine, { attempt: frozen(attemptMachine()) }) },
  },
  texts: (seen) => [
    state.loading,
    bonus.failed,
    bonus.full.day,
    bonus.blocked.gone,
    bonus.blocked.held,
    bonus.state.current,
    bonus.type.limit,
    reachedIn(seen),
    remainingIn(seen),
    notice,
    bonus.endBody,
    bonus.saved,
    bonus.ended,
    money.unknown,
    failed.title,
    th.errorMsg.BONUS_CONDITION,
  ],
  look: {
    loading: page,
    failed: () => ({ controls: [action.retry], sees: [bonus.failed] }),
    shown: page,
    details: (seen) => ({
      controls: [action.close, stateOf(seen, seen.context.code) === 'open' ? bonus.take : action.gotIt],
      sees: [bonus.type.limit, notice, ...blocksIn(seen, seen.context.code)],
    }),
    confirming: () => ({ controls: [bonus.keep, bonus.end], sees: [bonus.endBody] }),
    claiming: waiting,
    ending: waiting,
    taken: () => said(bonus.saved),
    ended: () => said(bonus.ended),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
