import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, it, onTestFinished } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { schema } from '#server/core/db.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'
import { plainBackend } from '#tests/plain-backend/app.ts'
import { chatSocket } from '#tests/plain-backend/chat.ts'
import { qrChecks } from './checks/qr.ts'
import { CHECKS, examine, OVER, type Result } from './examine.ts'
import { FAULTS, type SeededFault, type Ways } from './faults.ts'
import { type Level, LIMIT } from './kit.ts'
import { grades } from './report.ts'
import { connectTo } from './socket.ts'

const SITE = 'https://site.example'
const MEMBER = {
  base: 'http://backend.example',
  origin: SITE,
  member: DEMO.member.username,
  password: DEMO_PASSWORD,
  limit: LIMIT,
}

/** Serves the plain backend's socket on its own port until the test ends, and returns the address. */
async function openSocket({ site }: ReturnType<typeof plainBackend>) {
  const server = createServer()
  const io = new Server(server)
  chatSocket(io, site)
  server.listen(0)
  await once(server, 'listening')
  onTestFinished(async () => {
    await io.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Opens a fresh backend of each level in this process, with its socket on a port. Both have the same member. */
const CLEAN: Record<Level, () => Promise<Ways>> = {
  plain: async () => {
    const plain = plainBackend()
    const connect = connectTo(await openSocket(plain))
    return { fetch: async (url, init) => plain.app.request(url, init), connect }
  },
  full: async () => ways(await startBackend({ env: { WEB_ORIGIN: SITE, SITE_URL: SITE } })),
}
async function ways(backend: Backend): Promise<Ways> {
  const { url } = await openSite(backend)
  return { fetch: async (to, init) => backend.app.request(to, init), connect: connectTo(url) }
}

const run = (level: Level, clean: Ways) => examine({ ...MEMBER, level, isMoneyAllowed: true, ...clean })
const failed = (results: readonly Result[]) => results.filter(({ outcome }) => outcome === 'failed')

const ofLevel = (level: Level) => FAULTS.filter((fault) => fault.level === level)
/** The sample in CI: 6 faults at level plain, one of which moves money, and 1 at level full. */
const SAMPLE: readonly SeededFault[] = [
  ...ofLevel('plain').filter(({ name }, at) => at % 10 === 0 || name === 'a transfer is done twice'),
  ...ofLevel('full').slice(0, 1),
]
const SEEDED = process.env.NIGHT === '1' ? FAULTS : SAMPLE

it('the conformance check finds no fault in the reference backend at level full, and examines every call', async () => {
  const results = await run('full', await CLEAN.full())
  expect(failed(results)).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  expect(grades(results).filter(({ grade }) => grade !== 'meets')).toEqual([])
})

it('the conformance check finds no fault in the reference backend at level plain', async () => {
  expect(failed(await run('plain', await CLEAN.full()))).toEqual([])
})

it('the conformance check finds no fault in the plain backend at level plain (R144, R145, R148, R150–R156, R158, R159, R161, R162, R164, R165, R167, R168, R173, R175, R177, R179–R181, R183)', async () => {
  expect(failed(await run('plain', await CLEAN.plain()))).toEqual([])
})

it('the conformance check notes the unreadable rows in the plain backend’s replies', async () => {
  const results = await run('plain', await CLEAN.plain())
  const noted = results.filter(({ outcome, why }) => outcome === 'passed' && why !== '')
  expect(noted.map(({ call, why }) => [call, why])).toEqual([
    ['wallet.get', expect.stringMatching(/^1 of 13 game accounts cannot be read: row 13, name: /)],
    ['statement.list', expect.stringMatching(/^1 of \d+ rows cannot be read: row \d+, amount: /)],
  ])
})

it.each<[CallName, object, string]>([
  ['lookup.contact', { contactText: 7 }, '/contactText must be string'],
  ['refund.check', { refundSuccess: '5' }, '/refundSuccess must be number'],
  ['wallet.get', { invite: null }, '/invite must be object'],
])(
  'the conformance check notes an odd field in the reply of %s, even if the site does not need the field',
  async (call, odd, what) => {
    const clean = await CLEAN.plain()
    const { path } = calls[call]
    const fetch: Ways['fetch'] = async (url, init) => {
      const reply = await clean.fetch(url, init)
      return url.endsWith(path) ? Response.json({ ...(await reply.json()), ...odd }, reply) : reply
    }
    const shapes = CHECKS.filter((check) => check.call === call && check.name.startsWith('the reply has the shape'))
    const results = await examine({ ...MEMBER, level: 'plain', isMoneyAllowed: false, ...clean, fetch }, shapes)
    expect(results.map(({ why }) => why).join()).toContain(what)
  },
)

it('the conformance check does not leave a QR code open when a QR code check fails, so that a second run has the same results', async () => {
  const clean = await CLEAN.plain()
  const subject = { ...MEMBER, level: 'full' as const, isMoneyAllowed: false, ...clean }
  const results = await examine(subject, qrChecks)
  expect(failed(results).map(({ why }) => why)).toContain('two codes are open')
  expect(await examine(subject, qrChecks)).toEqual(results.map((result) => ({ ...result, ms: expect.any(Number) })))
})

it('the conformance check is tested with 46 seeded faults at level plain, and every fault has a unique name', () => {
  expect(ofLevel('plain')).toHaveLength(46)
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
  expect(SAMPLE).toHaveLength(7)
})

it.each(SEEDED)('the conformance check detects the seeded fault: $name', async ({ calls, level, inject }) => {
  const named = failed(await run(level, inject(await CLEAN[level]())))
  expect(named.filter(({ call }) => calls.includes(call))).not.toEqual([])
})

it('the conformance check sends no more requests after the time limit, and reports the checks that it skipped', async () => {
  const { fetch, connect } = await CLEAN.plain()
  let asked = 0
  const counted: Ways['fetch'] = (url, init) => {
    asked += 1
    return fetch(url, init)
  }
  const subject = { ...MEMBER, level: 'plain' as const, isMoneyAllowed: true, connect }
  const results = await examine({ ...subject, fetch: counted, limit: 200 })
  const over = results.filter(({ why }) => why === OVER)
  expect(over.length).toBeGreaterThan(0)
  expect(results.slice(-over.length)).toEqual(over)
  const before = asked
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toBe(before)
})

it('the conformance check moves no money without permission, and creates only QR and SMS operations', async () => {
  const backend = await startBackend()
  const { db } = backend
  const NOT_MONEY = [
    'requests',
    'tokens',
    'chats',
    'chatMessages',
    'qrcodes',
    'otps',
    'siteKeys',
    'operations',
    'devices',
    'auditLog',
    'eventOrigins',
  ]
  const before = await dump(db, NOT_MONEY)
  await examine({ ...MEMBER, level: 'full', isMoneyAllowed: false, ...(await ways(backend)) })
  expect(await dump(db, NOT_MONEY)).toBe(before)
  const operations = await db.select().from(schema.operations)
  expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(['qr', 'sms']))
})
