import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { chatFiles } from '#server/core/schema/chat.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { limits } from '#server/core/schema/site.ts'
import { DEMO } from '#server/demo/seed.ts'
import { guestOf } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PHONE = NEWCOMER.username

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(DEMO.bonus.username, true)
})

function expectWait({ status, headers }: Response, seconds: number) {
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe(String(seconds))
}
const sendCode = () => backend.ask('otp.send', { phoneNumber: PHONE })
async function wrongCodes(count: number) {
  const { otpToken, wrong } = await backend.code(PHONE)
  const check = () => backend.ask('otp.verify', { otpToken, otpCode: wrong })
  let last = await check()
  for (let sent = 1; sent < count; sent++) last = await check()
  return { last, check }
}

/**
 * For each limit: `reach` uses it up and returns a function that sends one more request. `lasts` is how long the limit
 * applies from then on.
 */
const LIMITS: Record<string, { lasts: number; reach: () => Promise<() => Promise<Response>> }> = {
  'failures, counted when they are known': {
    lasts: 15 * MINUTE,
    reach: async () => {
      const find = (code: string) => backend.ask('promotion.find', { code }, { token })
      await find('GUESS')
      await backend.db.update(limits).set({ count: 30 })
      return () => find('KRAPAO100')
    },
  },
  'attempts, counted before they are made': {
    lasts: HOUR,
    reach: async () => {
      const create = () => backend.ask('qr.create', { provider: 'KBANK', amount: 100 }, { token })
      await create()
      await backend.db.update(limits).set({ count: 200 })
      return create
    },
  },
  'the time between two codes': {
    lasts: MINUTE,
    reach: async () => {
      await sendCode()
      return sendCode
    },
  },
  'codes of an hour': {
    lasts: HOUR - 5 * MINUTE,
    reach: async () => {
      for (let sent = 0; sent < 5; sent++) {
        await sendCode()
        backend.pass(MINUTE)
      }
      return sendCode
    },
  },
  'wrong codes, when the next one is entered': {
    lasts: 15 * MINUTE,
    reach: async () => (await wrongCodes(5)).check,
  },
  'wrong codes, when another one is asked for': {
    lasts: 15 * MINUTE,
    reach: async () => {
      await wrongCodes(5)
      return sendCode
    },
  },
  'slips of an hour': {
    lasts: HOUR - 10 * MINUTE,
    reach: async () => {
      const slip = () => backend.ask('wallet.slip', { file: pngSlip() }, { token })
      await backend.db.delete(slips)
      await slip()
      backend.pass(10 * MINUTE)
      for (let sent = 1; sent < 20; sent++) await slip()
      return slip
    },
  },
  'files of a day': {
    lasts: DAY - HOUR,
    reach: async () => {
      const upload = () => backend.ask('chat.uploadImage', { file: pngSlip() }, { token })
      await upload()
      backend.pass(HOUR)
      for (let sent = 1; sent < 30; sent++) await upload()
      return upload
    },
  },
  'bytes of a day': {
    lasts: DAY - HOUR,
    reach: async () => {
      const upload = () => backend.ask('chat.uploadImage', { file: pngSlip() }, { token })
      await upload()
      await backend.db.update(chatFiles).set({ size: 200 * 1024 * 1024 - 1 })
      backend.pass(HOUR)
      return upload
    },
  },
}

it.each(Object.entries(LIMITS))(
  'Retry-After is the exact number of seconds until a limit no longer applies: %s',
  async (_, limit) => {
    const again = await limit.reach()
    const seconds = limit.lasts / SECOND
    expectWait(await again(), seconds)
    backend.pass((seconds - 1) * SECOND)
    expectWait(await again(), 1)
    backend.pass(SECOND)
    expect((await again()).status).not.toBe(429)
  },
)

it('after the wrong code that triggers the block, Retry-After is the time until the block ends', async () => {
  expectWait((await wrongCodes(5)).last, 15 * 60)
})

it('Retry-After is the remaining time when a refused change is resent', async () => {
  await sendCode()
  const again = () => backend.ask('otp.send', { phoneNumber: PHONE }, { key: 'again' })
  expectWait(await again(), 60)
  backend.pass(40 * SECOND)
  expectWait(await again(), 20)
})

it('Retry-After is the rest of the minute when a caller floods one process', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { guestId, sent } = await guestOf(backend)
  const read = () => backend.ask('chat.read', { guestId, upTo: 'none' }, sent)
  for (let count = 0; count < 120; count++) await read()
  vi.advanceTimersByTime(20 * SECOND)
  expectWait(await read(), 40)
})

it('a site on another origin can read Retry-After', async () => {
  backend = await startBackend({ env: { WEB_ORIGIN: 'https://www.example' } })
  const headers = { Origin: 'https://www.example' }
  const reply = await backend.send('GET', '/api/active', { headers })
  expect(reply.headers.get('Access-Control-Expose-Headers')?.split(',')).toContain('Retry-After')
})
