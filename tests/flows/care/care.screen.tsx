import type { SnapshotFrom } from 'xstate'
import { type BreakLength, CARE_PERIODS, type Care, excludes } from '#contract/care.ts'
import { type Satang, satang } from '#contract/money.ts'
import th from '#locales/th.json'
import type { careMachine } from '#machines/care.machine.ts'
import { CareScreen } from '#src/features/care/care-screen.tsx'
import { formatAmount, formatMinute } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import { realStepUp } from '#tests/kit/step-ups.ts'
import model from './care.model.ts'

const { action, care: texts, evidence, failure: failed, login, state } = th
type Seen = SnapshotFrom<typeof careMachine>

const filled = (text: string, length: BreakLength) => text.replace('{{length}}', texts.length[length])
const nameOf = (length: BreakLength) => filled(excludes(length) ? texts.excludeOf : texts.pauseOf, length)
const titleOf = (length: BreakLength) => filled(excludes(length) ? texts.excludeFor : texts.pauseFor, length)
const onBreakOf = ({ breakUntil }: Care) =>
  breakUntil === null ? [] : [texts.onBreak.replace('{{until}}', formatMinute(breakUntil))]
const isOffered = ({ context: { care } }: Seen, length: BreakLength) => care?.lengths.includes(length) === true

/** The amounts of the chosen period, each with its name. */
function amountsOf({ context: { care, period } }: Seen): string[] {
  if (!care) return []
  const { deposited, withdrawn, won, lost } = care.positions[period]
  const result = won - lost
  return [
    `${texts.deposited} ฿${formatAmount(deposited)}`,
    `${texts.withdrawn} ฿${formatAmount(withdrawn)}`,
    `${texts.net} ${deposited < withdrawn ? '−' : ''}฿${formatAmount(satang(Math.abs(deposited - withdrawn)))}`,
    texts.netText,
    `${texts.won} ฿${formatAmount(won)}`,
    `${texts.lost} ฿${formatAmount(lost)}`,
    `${texts.result} ${result === 0 ? '' : result < 0 ? '−' : '+'}฿${formatAmount(satang(Math.abs(result)))}`,
  ]
}

/** The games of the chosen period, each with its sums and its result. */
function gamesOf({ context: { care, period } }: Seen): string[] {
  const played = (care?.games ?? []).filter(({ plays }) => plays[period].staked > 0)
  if (played.length === 0) return care?.games ? [texts.games.none] : []
  const say = (amount: Satang) => `${formatAmount(amount)} ${th.money.BAHT}`
  return played.flatMap(({ name, plays }) => {
    const { staked, won, lost } = plays[period]
    const { games } = texts
    const sums = [games.staked.replace('{{amount}}', say(staked)), games.won.replace('{{amount}}', say(won))]
    const sign = won === lost ? '' : won < lost ? '−' : '+'
    const result = `${sign}฿${formatAmount(satang(Math.abs(won - lost)))}`
    return [name, ...sums, games.lost.replace('{{amount}}', say(lost)), result]
  })
}

/**
 * The tabs, the position in the chosen period, and the break lengths on offer, which are disabled while the page is
 * busy.
 */
function page(seen: Seen): ScreenSnapshot {
  const { care, period } = seen.context
  if (!care) return { controls: [], sees: [state.loading] }
  const off = seen.hasTag('busy') ? ' (off)' : ''
  const tabs = CARE_PERIODS.map((each) => texts.period[each] + (each === period ? ' (chosen)' : ''))
  return {
    controls: [...tabs, ...care.lengths.map((length) => nameOf(length) + off)],
    sees: [...onBreakOf(care), ...amountsOf(seen), ...gamesOf(seen)],
  }
}

const effectsOf = (length: BreakLength) => [
  ...[titleOf(length), texts.fixed, texts.stops, texts.goesOn],
  ...(excludes(length) ? [texts.bonusEnds] : []),
]
const confirmation = ({ context: { length } }: Seen, isBusy: boolean): ScreenSnapshot => ({
  controls: isBusy ? [`${action.back} (off)`, `${texts.starting} (busy)`] : [action.back, texts.pauseNow],
  sees: effectsOf(length),
})

export default defineDriver(model, {
  view: (actor) => <CareScreen actor={actor} />,
  act: {
    'care.retry': { ways: [press(action.retry)] },
    'period.choose': {
      ways: [press(texts.period.all, 'tab')],
      when: (seen) => seen.context.care !== null && ['loading', 'shown'].includes(String(seen.value)),
    },
    'break.ask': {
      ways: [({ length }) => press(nameOf(length))()],
      when: (seen, { length }) => isOffered(seen, length),
    },
    'break.confirm': { ways: [press(texts.pauseNow)] },
    'break.leave': { ways: [press(action.back), key('Escape')] },
    'break.check': { ways: [press(action.checkAgain)] },
    'break.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['break.check'],
  children: { stepUp: realStepUp(texts.excludeNow) },
  texts: (seen) => [
    state.loading,
    texts.failed,
    ...(seen.context.care ? onBreakOf(seen.context.care) : []),
    ...amountsOf(seen),
    ...gamesOf(seen),
    titleOf('week'),
    titleOf('halfYear'),
    texts.fixed,
    texts.stops,
    texts.goesOn,
    texts.bonusEnds,
    texts.passwordHint,
    evidence.unknown,
    texts.unsure,
    failed.title,
    th.errorMsg.REQUEST_LIMIT,
  ],
  look: {
    loading: page,
    failed: () => ({ controls: [action.retry], sees: [texts.failed] }),
    shown: page,
    confirming: (seen) => confirmation(seen, false),
    starting: (seen) => confirmation(seen, true),
    excluding: ({ context: { length } }) => ({
      controls: [login.password, login.show, action.back, texts.excludeNow],
      sees: [...effectsOf(length), texts.passwordHint],
    }),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
