import { expect, it } from 'vitest'
import { DEMO, DEMO_PASSWORD } from '#server/seed.ts'
import { startBackend } from '#tests/kit/server.ts'
import { examine } from './examine.ts'

const MEMBER = { base: '', member: DEMO.member.username, password: DEMO_PASSWORD }

it('finds no fault in the reference backend, and examines every call', async () => {
  const { fetch } = await startBackend()
  const results = await examine({ ...MEMBER, level: 'full', isMoneyAllowed: true, fetch })
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
})
