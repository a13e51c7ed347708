import type { SnapshotFrom } from 'xstate'
import { MAX_MINUTES, parseMinutes } from '#contract/minutes.ts'
import type { Satang } from '#contract/money.ts'
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  type LimitKind,
  type LimitPeriod,
  limitIn,
  type PlayLimit,
} from '#contract/play-limit.ts'
import th from '#locales/th.json'
import type { playLimitMachine } from '#machines/play-limit.machine.ts'
import { PlayLimits } from '#src/features/care/play-limits.tsx'
import '#src/lib/care-texts.ts'
import { formatAmount, formatCount, formatMinute } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { inRouter } from '#tests/kit/memory-router.tsx'
import { fill, key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './play-limit.model.ts'

const { action, care, evidence, failure: failed, money, state } = th
const { limit: texts } = care
type Seen = SnapshotFrom<typeof playLimitMachine>

const say = (amount: Satang) => `${formatAmount(amount)}\u00a0${money.BAHT}`
/** Formats a playing time in minutes as hours and minutes. */
function sayTime(all: number): string {
  const [hours, minutes] = [Math.trunc(all / 60), all % 60]
  const text = hours === 0 ? texts.time.minutes : minutes === 0 ? texts.time.whole : texts.time.hours
  return text.replace('{{hours}}', String(hours)).replace('{{minutes}}', String(minutes))
}
/** Returns the texts for the used amount, the limit, and the requested higher limit. */
const amountsOf = (limit: PlayLimit) => {
  const { amount, used, wish } = limit
  const sayEach = (each: typeof amount | undefined) =>
    each == null ? texts.none : limit.kind === 'time' ? sayTime(each) : say(each as Satang)
  return { used: sayEach(used), limit: sayEach(amount), wished: sayEach(wish?.amount) }
}
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

/** Returns the text about the requested higher limit: `ready` if it can be confirmed now, otherwise `waiting`. */
function wishOf(limit: PlayLimit, ready: string, waiting: string): string[] {
  const { wish } = limit
  if (!wish) return []
  const text = (wish.isReady ? ready : waiting).replace('{{from}}', formatMinute(wish.from))
  return [spaced(text.replace('{{amount}}', amountsOf(limit).wished))]
}
/** Returns the texts about the requested higher limit in the open dialog. */
function wishInDialog(seen: Seen): string[] {
  const limit = openLimit(seen)
  return limit?.wish ? [...wishOf(limit, texts.confirm, texts.wait), texts.drop] : []
}

/** Returns the texts in the row of a limit. */
function rowOf(seen: Seen, kind: LimitKind, period: LimitPeriod): string[] {
  const limit = limitOf(seen, kind, period)
  if (!limit) return []
  const { amount } = limit
  const said = amountsOf(limit)
  const text = amount === null ? texts[kind].free : texts[kind].used.replace('{{limit}}', said.limit)
  return [spaced(text.replace('{{used}}', said.used)), ...wishOf(limit, texts.ready, texts.wished)]
}
const heldOf = ({ context: { found } }: Seen) =>
  found && found.held > 0 ? [spaced(texts.held.replace('{{amount}}', say(found.held)))] : []
const rowsOf = (seen: Seen, kind: LimitKind) => LIMIT_PERIODS.flatMap((period) => rowOf(seen, kind, period))

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
      ...[spaced(texts.time.text), ...rowsOf(seen, 'time')],
      ...(found ? [] : [state.loading]),
    ],
  }
}

const fieldOf = ({ context: { kind } }: Seen) => (kind === 'time' ? texts.time.field : money.amount)
/** The hint that shows the typed minutes as hours and minutes. */
function hintOf({ context: { kind, text } }: Seen): string[] {
  const time = kind === 'time' ? parseMinutes(text) : null
  return time === null ? [] : [spaced(texts.time.is.replace('{{time}}', sayTime(time)))]
}
const wrongOf = ({ context: { kind } }: Seen) =>
  kind === 'time' ? texts.time.wrong.replace('{{most}}', formatCount(MAX_MINUTES)) : texts.wrong

const question = (seen: Seen, isSaving: boolean): ScreenSnapshot => {
  const { kind, period, isWrong } = seen.context
  const off = isSaving ? ' (off)' : ''
  return {
    controls: [
      fieldOf(seen) + off,
      ...(openLimit(seen)?.amount === null ? [] : [texts.remove + off]),
      action.back + off,
      isSaving ? `${care.starting} (busy)` : texts.save,
    ],
    alerts: isWrong ? [wrongOf(seen)] : [],
    sees: [...[titleOf(kind, period), texts.rule, ...wishInDialog(seen)], ...hintOf(seen)],
  }
}

export default defineDriver(model, {
  view: (actor) => inRouter(<PlayLimits actor={actor} kinds={LIMIT_KINDS} />),
  act: {
    'limits.retry': { ways: [press(action.retry)] },
    'limit.open': {
      ways: [({ kind, period }, seen) => press(nameOf(seen, kind, period))()],
    },
    'amount.type': { ways: [({ text }, seen) => fill(fieldOf(seen), text)] },
    'limit.save': { ways: [press(texts.save), (_, seen) => key('Enter', fieldOf(seen))()] },
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
    ...wishInDialog(seen),
    ...hintOf(seen),
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
