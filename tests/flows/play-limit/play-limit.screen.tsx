import type { SnapshotFrom } from 'xstate'
import type { Satang } from '#contract/money.ts'
import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod, limitIn } from '#contract/play-limit.ts'
import th from '#locales/th.json'
import type { playLimitMachine } from '#machines/play-limit.machine.ts'
import { PlayLimits } from '#src/features/care/play-limits.tsx'
import '#src/lib/care-texts.ts'
import { formatAmount, formatMinute } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './play-limit.model.ts'

const { action, care, evidence, failure: failed, money, state } = th
const { limit: texts } = care
type Seen = SnapshotFrom<typeof playLimitMachine>

const say = (amount: Satang) => `${formatAmount(amount)}\u00a0${money.BAHT}`
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')
const limitOf = ({ context: { found } }: Seen, kind: LimitKind, period: LimitPeriod) =>
  found && limitIn(found, kind, period)
const openLimit = (seen: Seen) => limitOf(seen, seen.context.kind, seen.context.period)
/** The name of the button that changes a limit. */
const nameOf = (seen: Seen, kind: LimitKind, period: LimitPeriod) =>
  texts[kind].setOf
    .replace('{{action}}', (limitOf(seen, kind, period)?.amount ?? null) === null ? texts.set : texts.change)
    .replace('{{period}}', texts.period[period])
const titleOf = (kind: LimitKind, period: LimitPeriod) => texts[kind].of.replace('{{period}}', texts.period[period])

/** Returns the texts in the row of a limit. */
function rowOf(seen: Seen, kind: LimitKind, period: LimitPeriod): string[] {
  const limit = limitOf(seen, kind, period)
  if (!limit) return []
  const { amount, used, wish } = limit
  const text = amount === null ? texts[kind].free : texts[kind].used.replace('{{limit}}', say(amount))
  return [spaced(text.replace('{{used}}', say(used))), ...(wish ? [wish.isReady ? texts.ready : texts.wished] : [])]
}
const heldOf = ({ context: { found } }: Seen) =>
  found && found.held > 0 ? [spaced(texts.held.replace('{{amount}}', say(found.held)))] : []
const rowsOf = (seen: Seen, kind: LimitKind) => LIMIT_PERIODS.flatMap((period) => rowOf(seen, kind, period))

/** Returns the texts of the question about the higher limit that was asked for. */
function wishOf(seen: Seen): string[] {
  const wish = openLimit(seen)?.wish
  if (!wish) return []
  const text = (wish.isReady ? texts.confirm : texts.wait).replace('{{from}}', formatMinute(wish.from))
  return [spaced(text.replace('{{amount}}', wish.amount === null ? texts.none : say(wish.amount)))]
}

/** The limits, which cannot be changed while the page is busy. */
function page(seen: Seen): ScreenSnapshot {
  const { found } = seen.context
  const off = seen.hasTag('busy') ? ' (off)' : ''
  return {
    controls: [
      ...(found && found.held > 0 ? [th.support.phrase] : []),
      ...LIMIT_KINDS.flatMap((kind) => LIMIT_PERIODS.map((period) => nameOf(seen, kind, period) + off)),
    ],
    sees: [
      ...[texts.deposit.text, ...heldOf(seen), ...rowsOf(seen, 'deposit')],
      ...[texts.loss.text, ...rowsOf(seen, 'loss')],
      ...(found ? [] : [state.loading]),
    ],
  }
}

const question = (seen: Seen, isSaving: boolean): ScreenSnapshot => {
  const { kind, period, isWrong } = seen.context
  const off = isSaving ? ' (off)' : ''
  return {
    controls: [
      money.amount + off,
      ...(openLimit(seen)?.amount === null ? [] : [texts.remove + off]),
      action.back + off,
      isSaving ? `${care.starting} (busy)` : texts.save,
    ],
    alerts: isWrong ? [texts.wrong] : [],
    sees: [titleOf(kind, period), texts.rule, ...wishOf(seen)],
  }
}

export default defineDriver(model, {
  view: (actor) => inRouter(<PlayLimits actor={actor} kinds={LIMIT_KINDS} />),
  act: {
    'limits.retry': { ways: [press(action.retry)] },
    'limit.open': {
      ways: [({ kind, period }, seen) => press(nameOf(seen, kind, period))()],
    },
    'amount.type': { ways: [({ text }) => fill(money.amount, text)] },
    'limit.save': { ways: [press(texts.save), key('Enter', money.amount)] },
    'limit.remove': {
      ways: [press(texts.remove)],
      when: (seen) => openLimit(seen)?.amount !== null,
    },
    'limit.leave': { ways: [press(action.back), key('Escape')] },
    'limit.check': { ways: [press(action.checkAgain)] },
    'limit.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['limit.check'],
  texts: (seen) => [
    ...LIMIT_KINDS.flatMap((kind) => [texts[kind].text, ...rowsOf(seen, kind), titleOf(kind, 'day')]),
    state.loading,
    texts.failed,
    ...heldOf(seen),
    ...wishOf(seen),
    texts.rule,
    evidence.unknown,
    texts.unsure,
    failed.title,
    th.errorMsg.REQUEST_LIMIT,
  ],
  look: {
    loading: page,
    failed: () => ({ controls: [action.retry], alerts: [texts.failed], sees: [texts.failed] }),
    shown: page,
    editing: (seen) => question(seen, false),
    saving: (seen) => question(seen, true),
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
