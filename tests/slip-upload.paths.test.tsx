import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { ActorRefFrom } from 'xstate'
import { isSameFile, takesSlips } from '#contract/slip.ts'
import th from '#locales/th.json'
import type { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { SlipUpload } from '#src/features/deposit/slip-upload.tsx'
import { drive } from './kit/drive.tsx'
import { key, press, type Sight, sight, told, wantedSight, words } from './kit/screen.ts'
import { start } from './kit/start.ts'
import { noAnswer } from './models/fixtures/failures.ts'
import { file, hours as openHours, textFile } from './models/fixtures/slip.ts'
import model from './models/slip-upload.model.ts'

const { action, slip } = th
const hours = slip.hours.replace('{{open}}', openHours.openTime).replace('{{close}}', openHours.closeTime)
const percent = (sent: number) => slip.uploading.replace('{{percent}}', String(sent * 100))
const unsureFile = slip.unsureFile.replace('{{name}}', file.name)

type Actor = ActorRefFrom<typeof slipUploadMachine>
type Seen = ReturnType<Actor['getSnapshot']>

const user = userEvent.setup({ delay: null, applyAccept: false })
/** The player chooses the file of that name; the field takes what the system offers. */
async function choose(name: string) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no field')
  await user.upload(input, name === file.name ? file : textFile)
}

const isOpen = ({ context: { hours, now } }: Seen) => hours === null || takesSlips(hours, now)
const submit = (seen: Seen) => (isOpen(seen) || seen.matches({ slip: 'unsure' }) ? slip.submit : slip.closed)
const field = ({ context: { chosen } }: Seen) =>
  chosen ? `${slip.change}${chosen.name}` : `${slip.choose}${slip.types}`

function page(seen: Seen): Sight {
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

drive(model, {
  view: (actor) => <SlipUpload actor={actor} isManual />,
  act: {
    // a browser says nothing when the file is chosen that the field holds
    'slip.choose': {
      ways: [({ facts }) => choose(facts?.name ?? '')],
      when: ({ context: { chosen } }, { facts }) => chosen?.name !== facts?.name,
    },
    'slip.submit': { ways: [(_, seen) => press(submit(seen))()] },
    'slip.giveUp': { ways: [press(slip.giveUp)] },
    'slip.cancel': { ways: [press(action.cancel)] },
    'slip.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'slip.progress': 'outside',
    'clock.tick': 'outside',
  },
  check: (actor, { calls }) => {
    const seen = actor.getSnapshot()
    if (seen.matches({ slip: 'uploading' }))
      expect(calls.findLast(({ id }) => id === 'upload')?.input).toMatchObject({ file, key: seen.context.pending?.key })
  },
  texts: [slip.manual, slip.within, hours, slip.chosen, slip.sent, slip.sentLead, unsureFile, percent(0), percent(0.5)],
  look: {
    'hours.loading': page,
    'hours.known': page,
    'hours.unknown': page,
    'slip.choosing': page,
    'slip.uploading': page,
    'slip.unsure': page,
    'slip.sent': page,
  },
})

describe('D-11 a slip that is not needed', () => {
  async function folded() {
    const it = await start(model, { pending: null })
    render(<SlipUpload actor={it.actor} isManual={false} />)
    const unfold = () => user.click(screen.getByText(slip.title))
    const send = async () => {
      await unfold()
      await choose(file.name)
      await press(slip.submit)()
    }
    return { ...it, unfold, send }
  }

  test('D-11 R108 is folded, and there all the same', async () => {
    const it = await folded()
    expect(sight([slip.title, slip.within])).toEqual(wantedSight({ controls: [], sees: [slip.title] }))
    await it.unfold()
    const unfolded = { controls: [slip.choose + slip.types, `${slip.submit} (off)`], sees: [slip.within] }
    expect(sight([slip.manual, slip.within])).toEqual(wantedSight(unfolded))
  })

  test('exactly once: what was chosen can be sent again when no answer came', async () => {
    const it = await folded()
    await it.send()
    await act(() => it.fail('upload', noAnswer))
    await press(slip.submit)()
    const [first, second] = it.asked('upload') as { file: File; key: string }[]
    expect([second?.file, second?.key]).toEqual([file, first?.key])
    expect(words()).toContain(percent(0))
  })

  test.each(['before it is back', 'after it is back'])(
    'exactly once: a field that was away, and no answer came %s, asks for the same picture',
    async (when) => {
      const it = await folded()
      await it.send()
      cleanup()
      if (when === 'before it is back') await it.fail('upload', noAnswer)
      render(<SlipUpload actor={it.actor} isManual={false} />)
      if (when === 'after it is back') await act(() => it.fail('upload', noAnswer))
      const asks = { alerts: [slip.unsure], sees: [unsureFile] }
      const controls = [slip.choose + slip.types, `${slip.submit} (off)`, slip.giveUp]
      expect(sight([unsureFile])).toEqual(wantedSight({ ...asks, controls }))
      await choose(file.name)
      await press(slip.submit)()
      expect(new Set(it.asked('upload').map((one) => (one as { key: string }).key)).size).toBe(1)
    },
  )

  test('R108 a field that was away holds nothing, and says so', async () => {
    const it = await folded()
    await it.unfold()
    await choose(file.name)
    cleanup()
    render(<SlipUpload actor={it.actor} isManual />)
    const controls = [slip.choose + slip.types, `${slip.submit} (off)`]
    expect(sight([]).controls).toEqual(wantedSight({ controls }).controls)
  })

  test('R108 the same picture can be chosen again after it was sent', async () => {
    const it = await folded()
    await it.send()
    await act(() => it.answer('upload', {}))
    await press(action.gotIt)()
    await choose(file.name)
    expect(it.now().context.chosen?.name).toBe(file.name)
  })
})
