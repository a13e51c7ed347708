import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { REVIEW_DAYS } from '#contract/limit-prompt.ts'
import { DAY } from '#contract/limits.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let id: string
let token: string
beforeEach(async () => {
  backend = await startBackend()
  const newcomer = await backend.join({})
  id = newcomer.id
  token = newcomer.token
})

const promptOf = async (as = token) => (await backend.call('wallet.get', {}, { token: as })).body.limitPrompt
const review = (key?: string) => backend.call('limits.review', {}, { token, ...(key !== undefined && { key }) })
const set = (kind: 'deposit' | 'loss', amount: number | null) =>
  backend.call('limits.set', { kind, period: 'month', amount, isConfirmed: false }, { token })
const reviewedAt = async () => (await backend.db.select().from(members).where(eq(members.id, id)))[0]?.limitsReviewedAt

describe('the question before the first deposit', () => {
  it('is asked if the member has no deposit, no limit and no stored answer (R632)', async () => {
    expect(await promptOf()).toBe('first')
  })

  it('is not asked again after the answer "no limit" (R633)', async () => {
    expect(await review()).toEqual({ status: 200, body: {} })
    expect(await promptOf()).toBeUndefined()
  })

  it.each(['deposit', 'loss'] as const)('is not asked after the member has set a %s limit (R632)', async (kind) => {
    await set(kind, 100)
    expect(await promptOf()).toBeUndefined()
  })

  it('is not asked if the member has a limit but no stored answer (R632)', async () => {
    await set('deposit', 100)
    await backend.db.update(members).set({ limitsReviewedAt: null }).where(eq(members.id, id))
    expect(await promptOf()).toBeUndefined()
  })

  it('is not asked after a deposit (R632)', async () => {
    await backend.call('wallet.add', { amount: 100 }, { token })
    expect(await promptOf()).toBeUndefined()
  })

  it('is still asked after a failed deposit (R632)', async () => {
    await backend.call('wallet.add', { amount: 100 }, { token })
    await backend.db.update(statements).set({ status: 'FAILED' }).where(eq(statements.memberId, id))
    expect(await promptOf()).toBe('first')
  })

  it('is still asked if only another member has answered (R633)', async () => {
    const { token: other } = await backend.join({ username: '0855555555' })
    await review()
    expect(await promptOf(other)).toBe('first')
  })
})

describe('the review of limits', () => {
  const HALF_A_YEAR = REVIEW_DAYS * DAY
  /** Moves the member's registration or last answer `ms` into the past. */
  const age = (of: 'createdAt' | 'limitsReviewedAt', ms: number) =>
    backend.db
      .update(members)
      .set({ [of]: new Date(backend.now() - ms) })
      .where(eq(members.id, id))

  it('is due half a year after the registration of a member who has deposited (R635)', async () => {
    await backend.call('wallet.add', { amount: 100 }, { token })
    await age('createdAt', HALF_A_YEAR - 1)
    expect(await promptOf()).toBeUndefined()
    backend.pass(1)
    expect(await promptOf()).toBe('review')
  })

  it('is due half a year after the last answer (R635)', async () => {
    await age('createdAt', 2 * HALF_A_YEAR)
    await age('limitsReviewedAt', HALF_A_YEAR - 1)
    expect(await promptOf()).toBeUndefined()
    backend.pass(1)
    expect(await promptOf()).toBe('review')
  })

  it.each([
    ['a confirmation', () => review()],
    ['a limit', () => set('deposit', 100)],
    ['a wish for no limit', () => set('deposit', null)],
  ])('counts as done after %s (R636)', async (_, answer) => {
    await set('deposit', 200)
    await age('limitsReviewedAt', HALF_A_YEAR)
    expect(await promptOf()).toBe('review')
    await answer()
    expect(await reviewedAt()).toEqual(new Date(backend.now()))
    expect(await promptOf()).toBeUndefined()
  })

  it('is not due until the question before the first deposit is answered (R632)', async () => {
    await age('createdAt', HALF_A_YEAR)
    expect(await promptOf()).toBe('first')
  })
})

describe('an answer about limits', () => {
  it('keeps the time of the first request when repeated with the same idempotency key (R633)', async () => {
    const first = await review('same')
    const at = await reviewedAt()
    expect(at).toEqual(new Date(backend.now()))
    backend.pass(DAY)
    expect(await review('same')).toEqual(first)
    expect(await reviewedAt()).toEqual(at)
  })

  it('adds a row to the audit log (R633)', async () => {
    await review()
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'limits reviewed'))
    expect(row).toMatchObject({ memberId: id, actor: id, at: new Date(backend.now()) })
  })

  it('is refused without a session (R633)', async () => {
    expect(await backend.call('limits.review', {}, {})).toMatchObject({ status: 401 })
  })
})
