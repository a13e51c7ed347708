import type { SnapshotFrom } from 'xstate'
import { CHECK_MINUTES, type CheckMinutes } from '#contract/time-check.ts'
import th from '#locales/th.json'
import type { timeCheckMachine } from '#machines/time-check.machine.ts'
import { TimeCheck } from '#src/features/care/time-check.tsx'
import '#src/lib/care-texts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './time-check.model.ts'

const { action, evidence, failure: failed } = th
const { visit: texts } = th.care
type Seen = SnapshotFrom<typeof timeCheckMachine>

const nameOf = (minutes: CheckMinutes | null) => (minutes === null ? texts.never : texts.every[minutes])
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

/** All choices. While one is being saved, it is marked and no choice can be selected. */
function page(seen: Seen): ScreenSnapshot {
  const { minutes, wanted } = seen.context
  const isBusy = seen.hasTag('busy')
  const marks = (each: CheckMinutes | null) =>
    (isBusy ? ' (off)' : '') + (each === (isBusy ? wanted : minutes) ? ' (chosen)' : '')
  return {
    controls: [null, ...CHECK_MINUTES].map((each) => spaced(nameOf(each)) + marks(each)),
    sees: [texts.check, texts.text],
  }
}

export default defineDriver(model, {
  view: (actor) => <TimeCheck actor={actor} />,
  act: {
    'reminder.learn': 'outside',
    'reminder.choose': { ways: [({ minutes }) => press(spaced(nameOf(minutes)))()] },
    'reminder.check': { ways: [press(action.checkAgain)] },
    'reminder.gotIt': {
      ways: [(_, seen) => press(seen.matches('unsure') ? action.close : action.gotIt)(), key('Escape')],
    },
  },
  retries: ['reminder.check'],
  texts: [texts.check, texts.text, evidence.unknown, texts.unsure, failed.title, th.errorMsg.REQUEST_LIMIT],
  look: {
    shown: page,
    saving: page,
    unsure: () => ({ controls: [action.close, action.checkAgain], sees: [evidence.unknown, texts.unsure] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
  },
})
