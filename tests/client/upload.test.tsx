import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { qrCalls } from '#contract/qr.ts'
import { slipCalls } from '#contract/slip.ts'
import { request, wire } from '#src/api/request.ts'
import { file } from '#tests/kit/samples/slip.ts'
import { until } from '#tests/kit/until.ts'

const own = { ...wire }
const DATE = 'Fri, 02 Jan 2026 05:00:00 GMT'
let sent: FakeRequest[] = []

/** An XMLHttpRequest that the test controls. */
class FakeRequest {
  line = ''
  body: unknown = null
  status = 0
  responseText = ''
  isAborted = false
  readonly headers = new Headers()
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  open(method: string, url: string) {
    this.line = `${method} ${url}`
    sent.push(this)
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return name === 'Date' ? DATE : null
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.isAborted = true
    this.onabort()
  }
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    this.onload()
  }
}

beforeEach(() => {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  wire.token = () => 'T1'
})
afterEach(() => {
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/** Starts the upload of a slip. `one` is its request, which has been sent. */
async function upload(signal?: AbortSignal) {
  const heard: [number, number][] = []
  const ended = request(slipCalls['wallet.slip'], { file, key: 'K1' }, signal, {
    onProgress: (...told) => void heard.push(told),
  }).then(
    (reply) => ({ reply }),
    (failure: unknown) => ({ failure }),
  )
  const one = await until(() => {
    const [first] = sent
    if (!first?.body) throw new Error('not sent yet')
    return first
  })
  return { heard, ended, one }
}

test('an upload sends the slip’s file in a form, with the same headers as other calls (R336)', async () => {
  const { one, ended } = await upload()
  expect(one.line).toBe('POST /api/wallet/slip')
  const form = one.body as FormData
  const [[name, value] = [], ...more] = [...form]
  expect([name, (value as File).name, (value as File).size, more]).toEqual(['file', file.name, file.size, []])
  expect(Object.fromEntries(one.headers)).toEqual({
    'x-requested-with': 'wallet-user',
    authorization: 'Bearer T1',
    'idempotency-key': 'K1',
  })
  one.answer(200, '{}')
  expect(await ended).toEqual({ reply: {} })
})

test('an upload reports its progress (R336)', async () => {
  const { one, ended, heard } = await upload()
  one.upload.onprogress?.({ loaded: 512, total: 1024 })
  one.upload.onprogress?.({ loaded: 1024, total: 1024 })
  expect(heard).toEqual([
    [512, 1024],
    [1024, 1024],
  ])
  one.answer(200, '{}')
  await ended
})

describe('an upload', () => {
  test('is refused with the code and message in the reply (D-12)', async () => {
    const { one, ended } = await upload()
    one.answer(400, JSON.stringify({ code: 'SLIP_UPLOAD_FAIL', message: 'closed' }))
    expect(await ended).toEqual({ failure: { kind: 'refused', code: 'SLIP_UPLOAD_FAIL', message: 'closed' } })
  })

  test.each([
    [502, '<html>502</html>'],
    [413, ''],
    [200, '<html>'],
  ])('has an unknown outcome after the status %i with the body %j', async (status, text) => {
    const { one, ended } = await upload()
    one.answer(status, text)
    expect(await ended).toMatchObject({ failure: { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR' } })
  })

  test.each(['', 'null', '"ok"', 'OK'])('succeeds after a 2xx with the body %j (D-12)', async (text) => {
    const { one, ended } = await upload()
    one.answer(200, text)
    expect(await ended).toEqual({ reply: {} })
  })

  test('has an unknown outcome after a lost connection, and is not resent', async () => {
    const { one, ended } = await upload()
    one.onerror()
    expect(await ended).toEqual({ failure: { kind: 'unknown', code: 'NO_CONNECTION', message: '' } })
    expect(sent).toHaveLength(1)
  })

  test('is aborted when the player stops it, and its outcome is then unknown (R336)', async () => {
    const stop = new AbortController()
    const { one, ended } = await upload(stop.signal)
    stop.abort()
    expect(one.isAborted).toBe(true)
    expect(await ended).toMatchObject({ failure: { kind: 'unknown' } })
  })

  test('is not sent if it is stopped before it starts (R336)', async () => {
    const stop = new AbortController()
    stop.abort()
    await expect(
      request(slipCalls['wallet.slip'], { file, key: 'K1' }, stop.signal, { onProgress: () => {} }),
    ).rejects.toMatchObject({
      kind: 'unknown',
    })
    expect(sent.every(({ body }) => body === null)).toBe(true)
  })
})

describe('the time limit of an upload', () => {
  test('is 300 s (R337, R509)', async () => {
    const timers = vi.spyOn(window, 'setTimeout')
    const { one, ended } = await upload()
    const [runOut] = timers.mock.calls.find(([, ms]) => ms === 300_000) ?? []
    expect(one.isAborted).toBe(false)
    ;(runOut as () => void)()
    expect([one.isAborted, await ended]).toEqual([
      true,
      { failure: { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' } },
    ])
  })

  test('does not apply to other calls, because they use fetch and time out after 60 s (R299)', async () => {
    const timers = vi.spyOn(window, 'setTimeout')
    const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('{"hasQrcode":false}'))
    await request(qrCalls['qr.get'], { provider: 'WW' })
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([60_000])
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(sent).toEqual([])
  })
})
