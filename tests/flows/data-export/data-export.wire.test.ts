import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { dataExportLogic } from '#src/actors/data-export.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

vi.mock(import('#src/lib/save-file.ts'), () => ({ saveFile: vi.fn() }))

let backend: Backend
let member: ReturnType<typeof memberAt>
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  member = memberAt(backend, await backend.login())
})
afterEach(() => {
  member.leave()
  vi.mocked(saveFile).mockReset()
})

/** Starts the export and waits until all pages of the member's data are collected. */
async function collected() {
  const actor = createActor(dataExportLogic).start()
  actor.send({ type: 'export.ask' })
  await waitFor(actor, (seen) => seen.matches('ready'))
  return actor
}

it('the “My data” dialog saves all parts of the member’s data as one JSON file (R611, R612)', async () => {
  const actor = await collected()
  actor.send({ type: 'export.save' })
  const [blob, name] = vi.mocked(saveFile).mock.lastCall ?? []
  expect(name).toBe('krapao-data.json')
  const data = JSON.parse((await blob?.text()) ?? '')
  expect(data.profile).toEqual([expect.objectContaining({ username: '0812345678', name: 'Demo Player' })])
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['statement', 'withdrawals', 'sessions', 'chat']))
})

it('the “My data” dialog reports that the browser could not save the file (R612)', async () => {
  const actor = await collected()
  vi.mocked(saveFile).mockImplementation(() => {
    throw new Error('no downloads')
  })
  actor.send({ type: 'export.save' })
  expect(actor.getSnapshot().value).toBe('unsaved')
})
