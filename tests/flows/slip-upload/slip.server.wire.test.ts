import { beforeEach, describe, expect, test } from 'vitest'
import type { Slip } from '#contract/slip.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO } from '#server/demo/seed.ts'
import { jpegSlip, pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, type Sent, startBackend } from '#tests/kit/server.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const REFERENCE_HOURS = { SLIP_OPEN: '00:30', SLIP_CLOSE: '23:00' }

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const upload = (file: File, sent: Sent = {}) => backend.call('wallet.slip', { file }, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const fine = { status: 200, body: {} }
const page = async (number = 1, limit = 10, as = token) => {
  const { body } = await backend.call('statement.slips', { page: number, limit }, { token: as })
  return body as { slips: Slip[]; total: number }
}
const lookup = (reference: string, as = token) => backend.call('statement.reference', { reference }, { token: as })

/** Moves the clock to the next `HH:mm` in Bangkok, and signs in again, because the session has ended by then. */
async function waitUntil(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = (hours - 7) * HOUR + minutes * 60_000
  backend.pass((((wanted - backend.now()) % DAY) + DAY) % DAY)
  token = await backend.login()
}

describe('the opening hours for slips', () => {
  test('are sent to the client with their time zone and the limit of 60 minutes after the transfer (R312, R516, D-12)', async () => {
    backend = await startBackend({ env: REFERENCE_HOURS })
    token = await backend.login()
    expect((await backend.call('lookup.slip', {}, { token })).body).toEqual({
      openTime: '00:30',
      closeTime: '23:00',
      timeZone: 'Asia/Bangkok',
      maxMinutes: 60,
    })
  })

  test.each([
    [{}, '00:30', '23:00'],
    [{ SLIP_OPEN: '08:00', SLIP_CLOSE: '02:15' }, '08:00', '02:15'],
    [{ SLIP_OPEN: '8:00', SLIP_CLOSE: '24:00' }, '00:30', '23:00'],
    [{ SLIP_OPEN: 'x', SLIP_CLOSE: '' }, '00:30', '23:00'],
  ])('are read from %o as %s to %s (D-12)', (env, openTime, closeTime) => {
    expect(readSettings(env).slipHours).toMatchObject({ openTime, closeTime })
  })

  test.each([
    ['00:29', refusal(403, 'SLIP_UPLOAD_FAIL')],
    ['00:30', fine],
    ['22:59', fine],
    ['23:00', refusal(403, 'SLIP_UPLOAD_FAIL')],
  ])(
    'are enforced by the server, which replies to a slip sent at %s with %o (R481, R535, D-12)',
    async (time, reply) => {
      backend = await startBackend({ env: REFERENCE_HOURS })
      await waitUntil(time)
      const before = await backend.db.$count(slips)
      expect(await upload(pngSlip())).toEqual(reply)
      expect(await backend.db.$count(slips)).toBe(before + (reply === fine ? 1 : 0))
    },
  )
})

describe('the picture of a slip', () => {
  const named = (from: File, name: string, type = from.type) => new File([from], name, { type })
  test.each([
    ['a PNG', pngSlip()],
    ['a JPEG', jpegSlip()],
    ['a JPEG with the extension .jpeg', jpegSlip('slip.jpeg')],
    ['a PNG with an upper-case name', pngSlip('1.00', 'SLIP.PNG')],
    ['a PNG with a Thai name', pngSlip('1.00', 'สลิป โอนเงิน.png')],
  ])('is accepted if it is %s (D-12)', async (_, file) => {
    expect(await upload(file)).toEqual(fine)
  })

  test.each([
    ['a PNG with the type of a JPEG', named(pngSlip(), 'slip.png', 'image/jpeg')],
    ['a PNG with the name of a JPEG', named(pngSlip(), 'slip.jpg')],
    ['a PNG with the name and type of a JPEG', named(pngSlip(), 'slip.jpg', 'image/jpeg')],
    ['a JPEG with the name and type of a PNG', named(jpegSlip(), 'slip.png', 'image/png')],
    ['a picture of another type', named(pngSlip(), 'slip.png', 'image/gif')],
    ['a picture without a type', named(pngSlip(), 'slip.png', '')],
    ['a picture without a file extension', named(pngSlip(), 'slip')],
    ['a picture with another file extension', named(pngSlip(), 'slip.png.html')],
    ['an HTML page', new File(['<script>alert(1)</script>'], 'slip.png', { type: 'image/png' })],
    ['an incomplete PNG signature', new File(['\x89PN'], 'slip.png', { type: 'image/png' })],
  ])('is refused with SLIP_INVALID_FILE (400) if it is %s (R483)', async (_, file) => {
    const before = await dump(backend.db, ['tokens'])
    expect(await upload(file)).toEqual(refusal(400, 'SLIP_INVALID_FILE'))
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })

  test('is refused with REQUEST_LIMIT (429) if the member has already sent twenty slips within the last hour', async () => {
    const { token: own } = await backend.join({})
    for (let i = 0; i < 20; i++) expect(await upload(pngSlip(), { token: own })).toEqual(fine)
    expect(await upload(pngSlip(), { token: own })).toEqual(refusal(429, 'REQUEST_LIMIT'))
    expect(await upload(pngSlip())).toEqual(fine)
    backend.pass(HOUR)
    expect(await upload(pngSlip(), { token: own })).toEqual(fine)
  })
})

describe('the list of slips', () => {
  test('shows each slip once, newest first, in pages numbered from 1, with the total count (R178, R179, R360, R520, D-33)', async () => {
    for (let i = 0; i < 6; i++) await upload(pngSlip(`${i}.00`))
    const { slips: all, total } = await page(1, 100)
    expect(total).toBe(13)
    expect(all).toHaveLength(13)
    const times = all.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    for (const limit of [1, 5, 10, 13]) {
      const pages = []
      for (let number = 1; number <= Math.ceil(total / limit); number++)
        pages.push(...(await page(number, limit)).slips)
      expect(pages).toEqual(all)
    }
    for (const beyond of [3, 1_000_000]) expect(await page(beyond)).toEqual({ slips: [], total })
  })

  test('contains only the member’s own slips, each with a link while pending or a reference once settled (R136, R137, R496)', async () => {
    const { slips: all } = await page(1, 100)
    for (const { status, link, reference, note } of all) {
      expect(['PENDING', 'SUCCESS', 'FAILED']).toContain(status)
      expect([!!link, !!reference]).toEqual(status === 'PENDING' ? [true, false] : [false, true])
      expect(!!note).toBe(status === 'FAILED')
    }
    expect(new Set(all.map(({ status }) => status)).size).toBe(3)
    expect(await page(1, 10, await backend.login(DEMO.bonus.username))).toEqual({ slips: [], total: 0 })
  })

  test('lets the member look up a picture by its reference, but treats another member’s picture as unknown (R361, R362)', async () => {
    const reference = String((await page()).slips.find((slip) => slip.reference)?.reference)
    const { status, body } = await lookup(reference)
    expect(status).toBe(200)
    expect((await backend.app.request(String(body.url))).status).toBe(200)
    const other = await backend.login(DEMO.bonus.username)
    const nothing = refusal(404, 'NO_DATA')
    expect([await lookup(reference, other), await lookup('nothing', other)]).toEqual([nothing, nothing])
    for (const odd of ['..', '%', "' or 1=1 --", 'x'.repeat(100), '\u0000'])
      expect((await lookup(odd)).body, odd).toEqual(nothing.body)
  })

  test('links to the API server, even if the site is served from another origin (D-51)', async () => {
    backend = await startBackend({ env: { VITE_API_URL: 'https://api.example/' } })
    token = await backend.login()
    const { link } = (await page()).slips[0] ?? {}
    expect(link).toMatch(/^https:\/\/api\.example\/slips\/[\w-]{32}\?until=\d+&sign=[\w-]+$/)
  })
})
