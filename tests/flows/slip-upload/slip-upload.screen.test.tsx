import { act, cleanup, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEmptyActor } from 'xstate'
import th from '#locales/th.json'
import { SlipUpload } from '#src/features/deposit/slip-upload.tsx'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { file } from '#tests/kit/samples/slip.ts'
import { press, sight, wantedSight, words } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import { user } from '#tests/kit/user.ts'
import model from './slip-upload.model.ts'
import { choose, percent, unsureFile } from './slip-upload.screen.tsx'

beforeAll(speakThai)
beforeAll(disableAnimations)

const { action, slip } = th

describe('an optional slip (D-11)', () => {
  async function folded() {
    const app = await start(model, { wallet: createEmptyActor() as never, pending: null })
    render(<SlipUpload actor={app.actor} isManual={false} />)
    const unfold = () => user.click(screen.getByText(slip.late))
    const send = async () => {
      await unfold()
      await choose(file.name)
      await press(slip.submit)()
    }
    return { ...app, unfold, send }
  }

  test('is shown in a collapsed section that can be expanded (D-11, R108)', async () => {
    const app = await folded()
    expect(sight([slip.late, slip.within])).toEqual(wantedSight({ controls: [], sees: [slip.late] }))
    await app.unfold()
    const unfolded = { controls: [slip.choose + slip.types, `${slip.submit} (off)`], sees: [slip.within] }
    expect(sight([slip.manual, slip.within])).toEqual(wantedSight(unfolded))
  })

  test('lets the player resend the chosen picture if no reply arrives', async () => {
    const app = await folded()
    await app.send()
    await act(() => app.fail('upload', noAnswer))
    await press(slip.again)()
    const [first, second] = app.asked('upload') as { file: File; key: string }[]
    expect([second?.file, second?.key]).toEqual([file, first?.key])
    expect(words()).toContain(percent(0))
  })

  test.each(['before the field is back', 'after the field is back'])(
    'asks the player to choose the same picture again if the file field was remounted and the upload failed %s',
    async (when) => {
      const app = await folded()
      await app.send()
      cleanup()
      if (when === 'before the field is back') await app.fail('upload', noAnswer)
      render(<SlipUpload actor={app.actor} isManual={false} />)
      if (when === 'after the field is back') await act(() => app.fail('upload', noAnswer))
      const asks = { alerts: [slip.unsure], sees: [unsureFile] }
      const controls = [slip.choose + slip.types, `${slip.again} (off)`, slip.giveUp]
      expect(sight([unsureFile])).toEqual(wantedSight({ ...asks, controls }))
      await choose(file.name)
      await press(slip.again)()
      expect(new Set(app.asked('upload').map((one) => (one as { key: string }).key)).size).toBe(1)
    },
  )

  test('shows an empty file field after a remount (R108)', async () => {
    const app = await folded()
    await app.unfold()
    await choose(file.name)
    cleanup()
    render(<SlipUpload actor={app.actor} isManual />)
    const controls = [slip.choose + slip.types, `${slip.submit} (off)`]
    expect(sight([]).controls).toEqual(wantedSight({ controls }).controls)
  })

  test('can have the same picture as a slip that was sent before (R108)', async () => {
    const app = await folded()
    await app.send()
    await act(() => app.answer('upload', {}))
    await press(action.gotIt)()
    await choose(file.name)
    expect(app.now().context.chosen?.name).toBe(file.name)
  })
})
