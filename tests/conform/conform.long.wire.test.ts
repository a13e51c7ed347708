import { expect, it } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/seed.ts'
import { dump, startBackend } from '#tests/kit/server.ts'
import { plainBackend } from '#tests/plain-backend/app.ts'
import { examine, type Result } from './examine.ts'
import { FAULTS, type SeededFault } from './faults.ts'
import type { Fetch, Level } from './kit.ts'
import { grades } from './report.ts'

const MEMBER = { base: 'http://backend.example', member: DEMO.member.username, password: DEMO_PASSWORD }

/** A fresh backend of each level, in this process. Both have the same member. */
const CLEAN: Record<Level, () => Promise<Fetch>> = {
  plain: async () => {
    const { app } = plainBackend()
    return async (url, init) => app.request(url, init)
  },
  full: async () => {
    const { app } = await startBackend()
    return async (url, init) => app.request(url, init)
  },
}

const run = (level: Level, fetch: Fetch) => examine({ ...MEMBER, level, isMoneyAllowed: true, fetch })
const failed = (results: readonly Result[]) => results.filter(({ outcome }) => outcome === 'failed')

/** The faults at the specification run in no time; those at the reference take some seconds each. */
const ofLevel = (level: Level) => FAULTS.filter((fault) => fault.level === level)
const SAMPLE: readonly SeededFault[] = ofLevel('full').slice(0, process.env.NIGHT === '1' ? undefined : 1)

it('finds no fault in the reference backend at level full, and examines every call', async () => {
  const results = await run('full', await CLEAN.full())
  expect(failed(results)).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  expect(grades(results).filter(({ grade }) => grade !== 'meets')).toEqual([])
})

it('finds no fault in the plain backend at level plain (R144, R145, R148, R150–R156, R158, R159, R161, R162, R164, R165, R167, R168, R173, R175, R177, R179–R181, R183)', async () => {
  expect(failed(await run('plain', await CLEAN.plain()))).toEqual([])
})

it('has forty faults at level plain, each of another name', () => {
  expect(ofLevel('plain')).toHaveLength(40)
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
})

it.each([...ofLevel('plain'), ...SAMPLE])('names the fault: $name', async ({ calls, level, inject }) => {
  const named = failed(await run(level, inject(await CLEAN[level]())))
  expect(named.filter(({ call }) => calls.includes(call))).not.toEqual([])
})

it('moves no money unless it is allowed to, and changes nothing else but chat and codes', async () => {
  const { app, db } = await startBackend()
  const NOT_MONEY = ['requests', 'operations', 'tokens', 'chats', 'chatMessages', 'qrcodes', 'siteKeys']
  const before = await dump(db, NOT_MONEY)
  await examine({ ...MEMBER, level: 'full', isMoneyAllowed: false, fetch: async (url, init) => app.request(url, init) })
  expect(await dump(db, NOT_MONEY)).toBe(before)
})
