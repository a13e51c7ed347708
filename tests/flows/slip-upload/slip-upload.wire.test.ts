import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import type { FileFacts } from '#contract/slip.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { pendingDeposits } from '#src/actors/deposit.ts'
import { wire } from '#src/api/request.ts'
import { START } from '#tests/kit/database.ts'
import { depositAt } from '#tests/kit/deposit-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { filesIn } from '#tests/kit/uploads.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const HOUR = 60 * 60_000
const slip = pngSlip('500.00')
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let stores: ReturnType<typeof fakeWindow>
let deposit: Awaited<ReturnType<typeof depositAt>>
let before = 0

async function begin(env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  stores = fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  deposit = await depositAt(member)
  before = await rows()
}
beforeEach(() => begin())
afterEach(async () => {
  deposit.close()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

const rows = () => backend.db.$count(slips)
const factsOf = ({ name, size, type, lastModified }: File): FileFacts => ({ name, size, type, lastModified })
const settled = () =>
  waitFor(deposit.now().slip, (s) => !s.matches({ slip: 'uploading' }) && !s.matches({ hours: 'loading' }))
const choose = (file: File) => deposit.now().slip.send({ type: 'slip.choose', facts: factsOf(file) })
/** Sends the chosen file as the player does. */
const submit = (file: File) => deposit.now().slip.send({ type: 'slip.submit', file })
async function send(file = slip) {
  await settled()
  choose(file)
  submit(file)
  return settled()
}
const keys = () => new Set(member.changes().map(({ key }) => key)).size
/** The outcome: the machine's state, the number of new slips, and whether the tab still stores a pending slip. */
const found = async () => {
  const { value } = deposit.now().slip.getSnapshot()
  return [(value as { slip: string }).slip, (await rows()) - before, pendingDeposits().slip !== null]
}

test('the dialog sends the slip as the only field of a form, and the server stores it as pending (R108, R312, R336, D-12)', async () => {
  const { kept } = filesIn(backend.uploads)
  await send()
  expect(await found()).toEqual(['sent', 1, false])
  const [change, ...more] = member.changes()
  const form = change?.body as FormData
  expect([change?.path, [...form.keys()], more]).toEqual(['/api/wallet/slip', ['file'], []])
  expect(filesIn(backend.uploads)).toEqual({ kept: expect.any(Array), unfinished: [] })
  expect(filesIn(backend.uploads).kept).toHaveLength(kept.length + 1)
  const { body } = await backend.call('statement.slips', { page: 1, limit: 1 }, { token })
  expect(body.slips).toMatchObject([{ status: 'PENDING' }])
})

test('a fake picture is refused and not stored, and a real one is then sent with its own idempotency key (R483, D-12)', async () => {
  const { kept } = filesIn(backend.uploads)
  const { context } = await send(new File(['<html>'], 'slip.png', { type: 'image/png' }))
  expect([context.failure?.code, await found()]).toEqual(['SLIP_INVALID_FILE', ['choosing', 0, false]])
  expect(filesIn(backend.uploads)).toEqual({ kept, unfinished: [] })
  await send()
  expect([await found(), keys()]).toEqual([['sent', 1, false], 2])
})

test('the dialog shows the progress of the upload request (R336)', async () => {
  const direct = wire.fetch
  const seen: number[] = []
  deposit.now().slip.subscribe(({ context }) => void seen.push(context.sent))
  wire.fetch = (url, init, onProgress) => {
    for (const sent of [256, 1024]) onProgress?.(sent, 1024)
    return direct(url, init)
  }
  await send()
  expect([...new Set(seen)]).toEqual([0, 0.25, 1])
})

describe('outside opening hours (R535, D-12)', () => {
  const inBangkok = (ms: number) => new Date(START + 7 * HOUR + ms).toISOString().slice(11, 16)
  beforeEach(() => begin({ SLIP_OPEN: inBangkok(2 * HOUR), SLIP_CLOSE: inBangkok(3 * HOUR) }))

  test('the browser does not send a slip', async () => {
    await send()
    expect([await found(), member.changes()]).toEqual([['choosing', 0, false], []])
  })

  test('the server refuses a slip if the browser could not load the hours (R481)', async () => {
    deposit.close()
    const direct = wire.fetch
    wire.fetch = async (url, init) =>
      url.endsWith('/lookup/slip') ? Promise.reject(new TypeError('Failed to fetch')) : direct(url, init)
    deposit = await depositAt(member)
    expect((await send()).context.failure?.code).toBe('SLIP_UPLOAD_FAIL')
    expect(await found()).toEqual(['choosing', 0, false])
  })
})

describe('if the reply is lost after the slip was stored', () => {
  test('the dialog shows the outcome as unknown, and resending the same picture does not create a second slip', async () => {
    loseReply()
    const { context } = await send()
    expect([context.failure?.kind, await found()]).toEqual(['unknown', ['unsure', 1, true]])
    submit(slip)
    await settled()
    expect([await found(), member.changes().length, keys()]).toEqual([['sent', 1, false], 2, 1])
  })

  test('choosing the same picture again after a reload does not create a second slip', async () => {
    loseReply()
    await send()
    expect([...stores.session.keys(), ...stores.local.keys()]).toContainEqual(
      expect.stringMatching(/^pending\..*\.slip$/),
    )
    const { dialog } = await deposit.again()
    expect([dialog.getSnapshot().context.tab, await found()]).toEqual(['bank', ['unsure', 1, true]])
    await send(new File([slip], slip.name, { type: slip.type, lastModified: slip.lastModified }))
    expect([await found(), keys()]).toEqual([['sent', 1, false], 1])
  })

  test('another picture creates a new slip once the player has given up the first slip', async () => {
    loseReply()
    await send()
    await send(pngSlip('250.00', 'another.png'))
    expect([await found(), keys()]).toEqual([['unsure', 1, true], 1])
    deposit.now().slip.send({ type: 'slip.giveUp' })
    await send(pngSlip('250.00', 'another.png'))
    expect([await found(), keys()]).toEqual([['sent', 2, false], 2])
  })

  test('stopping an upload and resending the picture does not create a second slip', async () => {
    const direct = wire.fetch
    let hasArrived = () => {}
    const arrived = new Promise<void>((resolve) => {
      hasArrived = resolve
    })
    wire.fetch = async (url, init) => {
      if (!url.endsWith('/wallet/slip')) return direct(url, init)
      const { signal, ...rest } = init
      await direct(url, rest)
      hasArrived()
      return new Promise((_, stopped) => signal?.addEventListener('abort', () => stopped(signal.reason)))
    }
    choose(slip)
    submit(slip)
    await arrived
    deposit.now().slip.send({ type: 'slip.cancel' })
    expect(await found()).toEqual(['choosing', 1, true])
    wire.fetch = direct
    await send()
    expect([await found(), keys()]).toEqual([['sent', 1, false], 1])
  })
})

test('if the slip never arrived, resending the same picture stores one slip', async () => {
  await settled()
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await send()
  expect(await found()).toEqual(['unsure', 0, true])
  submit(slip)
  await settled()
  expect(await found()).toEqual(['sent', 1, false])
})

test('an upload that arrived succeeds even if the session ends before the browser automatically resends it (R108, R389)', async () => {
  vi.spyOn(wire, 'fetch').mockImplementationOnce(async (url, init) => {
    await backend.fetch(url, init)
    await backend.call('account.logout', {}, { token })
    return backend.fetch(url, init)
  })
  await send()
  expect(await found()).toEqual(['sent', 1, false])
})

test('an upload has an unknown outcome if the server refuses it because the session has ended (R108, R389)', async () => {
  vi.spyOn(wire, 'fetch').mockImplementationOnce(async (url, init) => {
    await backend.call('account.logout', {}, { token })
    return backend.fetch(url, init)
  })
  await send()
  expect(await found()).toEqual(['unsure', 0, true])
})
