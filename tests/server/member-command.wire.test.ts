import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { devices } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { memberCommand } from '#server/domain/member-command.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

const { username } = DEMO.member
let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const run = (...words: string[]) => memberCommand(words)(backend.db, backend.now())
const read = (token: string) => backend.call('account.profile', {}, { token })
const login = () => backend.call('account.login', { username, password: DEMO_PASSWORD })
const recorded = async (kind: 'hold' | 'sessions ended') =>
  backend.db
    .select({ memberId: auditLog.memberId, actor: auditLog.actor, cause: auditLog.cause })
    .from(auditLog)
    .where(eq(auditLog.kind, kind))

describe('the member command', () => {
  it('suspends an account with a reason, and releases it', async () => {
    const byOperator = { memberId: await backend.idOf(), actor: 'operator', cause: 'npm run member' }
    expect(await run('suspend', '08-1234 5678', '3')).toContain('is suspended for reason 3')
    expect((await read(token)).status).toBe(401)
    expect((await login()).body.code).toBe('INVALID_USER_3')
    expect(await recorded('hold')).toEqual([byOperator])
    expect(await run('release', username)).toContain('is not suspended')
    expect((await read(token)).status).toBe(200)
    expect(await recorded('hold')).toEqual([byOperator, byOperator])
  })

  it("ends a member's sessions and forgets the member's devices", async () => {
    const second = await backend.login()
    const other = await backend.login(DEMO.bonus.username)
    await login()
    expect(await backend.db.$count(devices)).toBe(1)
    expect(await run('end-sessions', username)).toContain('Sessions ended: 3.')
    expect((await read(token)).status).toBe(401)
    expect((await read(second)).status).toBe(401)
    expect((await read(other)).status).toBe(200)
    expect(await backend.db.$count(devices)).toBe(0)
    expect((await login()).status).toBe(200)
    const byOperator = { memberId: await backend.idOf(), actor: 'operator', cause: 'npm run member' }
    expect(await recorded('sessions ended')).toEqual([byOperator])
  })

  it('adds no row to the audit log if the member has no session to end', async () => {
    expect(await run('end-sessions', DEMO.bonus.username)).toContain('Sessions ended: 0.')
    expect(await recorded('sessions ended')).toEqual([])
  })

  it('returns each deposit held for exceeding a limit, but only once, and lists the amounts to pay back (R588)', async () => {
    const call = (amount: number) => backend.call('wallet.add', { amount }, { token })
    await backend.call('limits.set', { period: 'day', amount: 100, isConfirmed: false }, { token })
    for (const amount of [100, 50, 60.5]) await call(amount)
    const [first, ...lines] = (await run('return-held', username)).split('\n')
    expect(first).toBe('Deposits returned: 2. Pay them back:')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['50.00', '60.50'])
    expect(await audit(backend.db)).toEqual([])
    expect(await run('return-held', username)).toBe('No deposit waits above a limit')
  })

  it('ends the sessions of all members', async () => {
    const other = await backend.login(DEMO.bonus.username)
    expect(await run('end-sessions', 'all')).toContain('Sessions ended: 2.')
    expect((await read(token)).status).toBe(401)
    expect((await read(other)).status).toBe(401)
    expect(await recorded('sessions ended')).toHaveLength(2)
  })

  it.each([
    ['suspend', '0633333333', '1'],
    ['release', '0633333333'],
    ['end-sessions', '0633333333'],
  ])('reports an unknown phone number and changes nothing: %s', async (...words) => {
    const before = await dump(backend.db)
    await expect(run(...words)).rejects.toThrow('No member has the phone number 0633333333')
    expect(await dump(backend.db)).toBe(before)
  })

  it.each([
    [[]],
    [['remove', username]],
    [['suspend', username]],
    [['suspend', username, '5']],
    [['suspend', username, '1', '2']],
    [['release']],
    [['release', username, '1']],
    [['end-sessions']],
    [['end-sessions', username, 'now']],
  ])('shows its usage if the arguments are invalid: %j', (words) => {
    expect(() => memberCommand(words)).toThrow('npm run member -- suspend PHONE 1|2|3|4')
  })
})
