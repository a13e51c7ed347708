import { expect, it } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/seed.ts'
import { dump, startBackend } from '#tests/kit/server.ts'
import { examine, type Result } from './examine.ts'
import { FAULTS } from './faults.ts'
import type { Fetch } from './kit.ts'
import { grades } from './report.ts'

const MEMBER = { base: 'http://backend.example', member: DEMO.member.username, password: DEMO_PASSWORD }

async function cleanBackend(): Promise<Fetch> {
  const { app } = await startBackend()
  return async (url, init) => app.request(url, init)
}

const run = (fetch: Fetch) => examine({ ...MEMBER, level: 'full', isMoneyAllowed: true, fetch })
const failed = (results: readonly Result[]) => results.filter(({ outcome }) => outcome === 'failed')

/** Every run takes some seconds: CI takes six faults from all over the list. */
const SAMPLE = process.env.NIGHT === '1' ? FAULTS : FAULTS.filter((_, at) => at % 8 === 0)

it('finds no fault in the reference backend, and examines every call', async () => {
  const results = await run(await cleanBackend())
  expect(failed(results)).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
  expect(grades(results).filter(({ grade }) => grade !== 'meets')).toEqual([])
})

it('has forty faults at level plain, each of another name', () => {
  expect(FAULTS.filter(({ level }) => level === 'plain')).toHaveLength(40)
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
})

it.each(SAMPLE)('names the fault: $name', async ({ calls, inject }) => {
  const named = failed(await run(inject(await cleanBackend())))
  expect(named.filter(({ call }) => calls.includes(call))).not.toEqual([])
})

it('moves no money unless it is allowed to, and changes nothing else but chat and codes', async () => {
  const { app, db } = await startBackend()
  const NOT_MONEY = ['requests', 'tokens', 'chats', 'chatMessages', 'qrcodes', 'siteKeys']
  const before = await dump(db, NOT_MONEY)
  await examine({ ...MEMBER, level: 'full', isMoneyAllowed: false, fetch: async (url, init) => app.request(url, init) })
  expect(await dump(db, NOT_MONEY)).toBe(before)
})
