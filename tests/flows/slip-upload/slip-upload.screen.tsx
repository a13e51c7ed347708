import type { ActorRefFrom } from 'xstate'
import { isSameFile, slipConclusion, takesSlips } from '#contract/slip.ts'
import th from '#locales/th.json'
import type { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { SlipUpload } from '#src/features/deposit/slip-upload.tsx'
import { formatDate } from '#src/lib/format.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { CLOSING, file, hours as openHours, textFile, unkeyed } from '#tests/kit/samples/slip.ts'
import { key, press, type ScreenSnapshot, told, upload } from '#tests/kit/screen.ts'
import model from './slip-upload.model.ts'

const { action, slip } = th
const hours = slip.hours.replace('{{open}}', openHours.openTime).replace('{{close}}', openHours.closeTime)
/** The upload's status text. */
export const percent = (sent: number) => slip.uploading.replace('{{percent}}', String(sent * 100))
/** The text that asks the player to choose the same picture again. */
export const unsureFile = slip.unsureFile.replace('{{name}}', file.name)

const row = slip.row.replace('{{at}}', '21/11/2026 15:02:00').replace('{{status}}', th.statement.status.wait)
const yours = (sentAt: number) => slip.yours.replace('{{at}}', formatDate(sentAt))
const conclusions = { ...th.evidence.conclusion, done: slip.arrived }
/** The evidence texts, in order. */
function evidenceIn({ context: { slips, pending } }: Seen): string[] {
  const sentAt = pending?.sentAt ?? 0
  const conclusion = slipConclusion(slips, sentAt)
  return [
    th.evidence.title,
    ...(sentAt > 0 ? [yours(sentAt)] : []),
    slips.length > 0 ? row : slip.noRow,
    conclusions[conclusion],
    conclusion === 'done' ? th.evidence.enough : slip.advice,
  ]
}

type Actor = ActorRefFrom<typeof slipUploadMachine>
type Seen = ReturnType<Actor['getSnapshot']>

/** Chooses the file with this name. The field accepts any file type. */
export const choose = (name: string) => upload(name === file.name ? file : textFile)

const isOpen = ({ context: { hours, now } }: Seen) => hours === null || takesSlips(hours, now)
function submit(seen: Seen) {
  if (seen.matches({ slip: 'unsure' })) return slip.again
  return isOpen(seen) ? slip.submit : slip.closed
}
const field = ({ context: { chosen } }: Seen) =>
  chosen ? `${slip.change}${chosen.name}` : `${slip.choose}${slip.types}`

const doubts = ['looking', 'evident', 'unseen'] as const
function doubt(at: Seen, notes: string[]): ScreenSnapshot {
  if (at.matches({ slip: 'looking' }))
    return { controls: [`${field(at)} (off)`, `${th.state.loading} (busy)`], sees: notes }
  const isEvident = at.matches({ slip: 'evident' })
  const evidence = evidenceIn(at)
  return {
    controls: [`${field(at)} (off)`, action.checkAgain, isEvident ? th.evidence.seen : slip.giveUp],
    alerts: [isEvident ? evidence.join(' ') : slip.unseen],
    sees: [...notes, ...(isEvident ? evidence : [])],
  }
}

function page(seen: Seen): ScreenSnapshot {
  const { hours: known, chosen, problem, failure, pending, sent } = seen.context
  if (seen.matches({ slip: 'sent' })) return { controls: [action.gotIt], sees: [slip.sent, slip.sentLead] }
  const notes: string[] = [
    slip.manual,
    slip.within,
    ...(known ? [hours] : []),
    ...(chosen && problem !== 'type' ? [slip.chosen] : []),
  ]
  if (seen.matches({ slip: 'uploading' }))
    return { controls: [`${field(seen)} (off)`, action.cancel], sees: [...notes, percent(sent)] }
  if (doubts.some((state) => seen.matches({ slip: state }))) return doubt(seen, notes)
  const isUnsure = seen.matches({ slip: 'unsure' })
  const isSame = chosen && pending && isSameFile(pending.facts, chosen)
  const canSend = isUnsure ? isSame : chosen && !problem && isOpen(seen)
  return {
    controls: [field(seen), submit(seen) + (canSend ? '' : ' (off)'), ...(isUnsure ? [slip.giveUp] : [])],
    alerts: [
      ...(problem ? [th.errorMsg.SLIP_INVALID_FILE] : failure?.kind === 'refused' ? told(failure) : []),
      ...(isUnsure ? [slip.unsure] : []),
    ],
    sees: [...notes, ...(isUnsure && !isSame ? [unsureFile] : [])],
  }
}

export default defineDriver(model, {
  view: (actor) => <SlipUpload actor={actor} isManual />,
  act: {
    // a browser fires no event if the chosen file is already in the field
    'slip.choose': {
      ways: [({ facts }) => choose(facts?.name ?? '')],
      when: ({ context: { chosen } }, { facts }) => chosen?.name !== facts?.name,
    },
    'slip.submit': { ways: [(_, seen) => press(submit(seen))()] },
    'slip.check': { ways: [press(action.checkAgain)] },
    'slip.giveUp': { ways: [(_, seen) => press(seen.matches({ slip: 'evident' }) ? th.evidence.seen : slip.giveUp)()] },
    'slip.cancel': { ways: [press(action.cancel)] },
    'slip.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'slip.progress': 'outside',
    'clock.tick': 'outside',
  },
  // in this state only the same picture can be sent again
  retries: [{ event: 'slip.submit', in: 'slip.unsure' }],
  texts: [
    slip.manual,
    slip.within,
    hours,
    slip.chosen,
    slip.sent,
    slip.sentLead,
    unsureFile,
    percent(0),
    percent(0.5),
    ...[unkeyed.sentAt, CLOSING].map(yours),
    row,
    slip.noRow,
    ...Object.values(conclusions),
    th.evidence.title,
    th.evidence.enough,
    slip.advice,
  ],
  look: {
    'hours.loading': page,
    'hours.known': page,
    'hours.unknown': page,
    'slip.choosing': page,
    'slip.uploading': page,
    'slip.unsure': page,
    'slip.looking': page,
    'slip.evident': page,
    'slip.unseen': page,
    'slip.sent': page,
  },
})
