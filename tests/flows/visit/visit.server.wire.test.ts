import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#contract/limits.ts'
import { TIME_CHECK_HEADER } from '#contract/notices.ts'
import type { CheckMinutes } from '#contract/time-check.ts'
import { WALLET } from '#contract/transfer.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const remind = (minutes: CheckMinutes | null) => backend.call('timeCheck.set', { minutes }, { token })
/** The reminder interval that a reply reports. */
const said = async (as = token) =>
  (await backend.ask('account.profile', {}, { token: as })).headers.get(TIME_CHECK_HEADER)
const since = (at: number) => backend.call('timeCheck.visit', { since: String(at) }, { token })

describe('a time reminder', () => {
  test('is off by default, and each reply has a header with its interval once the member has chosen one (R590)', async () => {
    expect(await said()).toBeNull()
    expect((await remind(60)).body).toEqual({ minutes: 60 })
    expect(await said()).toBe('60')
    expect(await said(await backend.login())).toBe('60')
    expect((await remind(null)).body).toEqual({ minutes: null })
    expect(await said()).toBe('0')
  })

  test('applies only to the member who has chosen it (R590)', async () => {
    await remind(30)
    expect(await said(await backend.login(DEMO.bonus.username))).toBeNull()
    expect((await backend.db.select().from(members)).filter(({ checkMinutes }) => checkMinutes !== null)).toHaveLength(
      1,
    )
  })

  test.each([0, 45, 1.5, '60', {}])('cannot be set to %j minutes (R590)', async (minutes) => {
    expect((await backend.call('timeCheck.set', { minutes } as never, { token })).status).toBe(400)
    expect(await said()).toBeNull()
  })
})

describe('a visit’s result', () => {
  test('includes everything since the visit began, and nothing from before (R591)', async () => {
    const begun = backend.now()
    expect((await since(begun + 1)).body).toEqual({ deposited: 0, withdrawn: 0, won: 0, lost: 0 })
    await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token })
    backend.pass(HOUR)
    await backend.stake('lose', 30)
    backend.pass(HOUR)
    await backend.stake('win', 10)
    expect((await since(begun + 1)).body).toEqual({ deposited: 0, withdrawn: 0, won: 10, lost: 30 })
    expect((await since(begun + HOUR + 1)).body).toEqual({ deposited: 0, withdrawn: 0, won: 10, lost: 0 })
  })

  test('contains only zeros for a member who has not moved any money yet (R591)', async () => {
    const { token: newcomer } = await backend.join({})
    const { body } = await backend.call('timeCheck.visit', { since: '0' }, { token: newcomer })
    expect(body).toEqual({ deposited: 0, withdrawn: 0, won: 0, lost: 0 })
  })

  test('can be requested for the latest allowed start time (R591)', async () => {
    expect((await since(9_999_999_999_999)).body).toEqual({ deposited: 0, withdrawn: 0, won: 0, lost: 0 })
  })

  test.each(['yesterday', '-1', '1.5', '2026-01-01T00:00:00.000Z', '10000000000000'])(
    'is refused if the start time is %j (R591)',
    async (time) => {
      expect((await backend.call('timeCheck.visit', { since: time }, { token })).status).toBe(400)
    },
  )
})
