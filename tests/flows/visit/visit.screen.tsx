import type { SnapshotFrom } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import type { visitMachine } from '#machines/visit.machine.ts'
import { VisitAlert } from '#src/features/care/visit-alert.tsx'
import { formatAmount } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './visit.model.ts'

const { care } = th
const { visit: texts } = care
type Seen = SnapshotFrom<typeof visitMachine>
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

/** The visit's duration, in words. */
function timeOf({ context: { now, startedAt } }: Seen): string {
  const all = (now - startedAt) / 60_000
  const [hours, minutes] = [Math.floor(all / 60), all % 60]
  const text = hours === 0 ? texts.minutes : minutes === 0 ? texts.whole : texts.hours
  return spaced(text.replace('{{hours}}', String(hours)).replace('{{minutes}}', String(minutes)))
}

/** The results in the reminder, or a text saying that they are unknown. */
function resultsOf({ context: { position } }: Seen): string[] {
  if (!position) return [texts.unknown]
  const result = position.won - position.lost
  const sign = result === 0 ? '' : result < 0 ? '−' : '+'
  return [
    `${care.won} ฿${formatAmount(position.won)}`,
    `${care.lost} ฿${formatAmount(position.lost)}`,
    `${care.result} ${sign}฿${formatAmount(satang(Math.abs(result)))}`,
  ]
}

const nothing = (): ScreenSnapshot => ({ controls: [], sees: [] })
const isShown = (seen: Seen) => seen.matches({ due: 'shown' })

export default defineDriver(model, {
  view: (actor) => withLinks(<VisitAlert actor={actor} />),
  act: {
    'visit.tick': 'outside',
    'visit.goOn': { ways: [press(texts.goOn), press(th.page.statement, 'link'), key('Escape')], when: isShown },
    'visit.leave': { ways: [press(th.nav.logout)], when: isShown },
  },
  texts: (seen) => [texts.title, timeOf(seen), ...resultsOf(seen)],
  look: {
    waiting: nothing,
    'due.adding': nothing,
    'due.shown': (seen) => ({
      controls: [th.page.statement, th.nav.logout, texts.goOn],
      sees: [texts.title, timeOf(seen), ...resultsOf(seen)],
    }),
    left: nothing,
  },
})
