import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PasskeyOptions, SignedChallenge } from '#contract/passkey.ts'
import { confirmedText, PASSKEY_HEADER } from '#contract/step-up.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PASSKEY_REFUSED } from '#server/domain/operator.ts'
import { CHALLENGE_TIME, PASSKEY_MOST } from '#server/domain/passkey.ts'
import { hashPassword } from '#server/domain/password.ts'
import { hashOf } from '#src/lib/base64url.ts'
import { authenticator } from '#tests/kit/authenticator.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

const SITE = 'https://krapao.example'
const env = { SITE_URL: SITE }
const mobile =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

let backend: Backend
let token: string
let device: ReturnType<typeof authenticator>
beforeEach(async () => {
  backend = await startBackend({ env })
  token = await backend.login(undefined, true)
  device = authenticator(SITE)
})

const prepare = (password = DEMO_PASSWORD, as = token) => backend.call('passkey.prepare', { password }, { token: as })
const challenge = async (as = token) => (await prepare(DEMO_PASSWORD, as)).body as unknown as PasskeyOptions
const list = async (as = token) => (await backend.call('passkey.list', {}, { token: as })).body.passkeys
/** Adds a passkey created on the device `own` to the caller's account. */
async function add(own = device, as = token) {
  const passkey = own.create((await challenge(as)).challenge)
  return backend.call('passkey.add', passkey, { token: as, headers: { 'User-Agent': mobile } })
}
const ofLogin = async () => String((await backend.call('passkey.challenge', {})).body.challenge)
const logIn = (answer: SignedChallenge, remember = false) => backend.call('account.passkey', { ...answer, remember })
const audited = async () =>
  (await backend.db.select().from(auditLog).where(like(auditLog.kind, 'passkey %')).orderBy(auditLog.id)).map(
    ({ kind }) => kind,
  )

describe('adding a passkey', () => {
  test('stores the public key with the browser and system, and adds a row to the audit log (R620, R621)', async () => {
    expect(await add()).toEqual({ status: 200, body: {} })
    const createdAt = new Date(backend.now()).toISOString()
    const id = expect.stringMatching(/^[\w-]{12}$/)
    expect(await list()).toEqual([{ id, browser: 'Chrome', system: 'Android', createdAt, usedAt: null }])
    expect(await audited()).toEqual(['passkey added'])
  })

  test('passes the member, the site and the existing passkeys to the browser (R622)', async () => {
    await add()
    const [stored] = await backend.db.select().from(passkeys)
    expect(await challenge()).toMatchObject({
      rp: { id: 'krapao.example', name: 'krapao' },
      user: { id: Buffer.from(await backend.idOf()).toString('base64url'), name: DEMO.member.username },
      excludeCredentials: [{ id: stored?.credential, type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test('needs the password, and is blocked for the session after ten wrong passwords (R621)', async () => {
    for (let at = 0; at < 10; at++) expect((await prepare('wrong-word-1')).body.code).toBe('WRONG_PASSWORD')
    expect((await audited()).at(-1)).toBe('passkey refused')
    expect(await prepare()).toMatchObject({ status: 429, body: { code: 'REQUEST_LIMIT' } })
  })

  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['for a subdomain of the site', { origin: 'https://evil.krapao.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that did not check the player', { isVerified: false }],
  ])('refuses a passkey %s, and stores nothing (R621)', async (_, wrong) => {
    const passkey = device.create((await challenge()).challenge, wrong)
    expect((await backend.call('passkey.add', passkey, { token })).body.code).toBe('PASSKEY_NOT_ADDED')
    expect(await list()).toEqual([])
  })

  test('accepts each challenge once, for a limited time, and only from the member it was issued to (R621)', async () => {
    const other = await backend.login(DEMO.bonus.username)
    const asked = (await challenge()).challenge
    expect((await backend.call('passkey.add', device.create(asked), { token: other })).body.code).toBe(
      'PASSKEY_NOT_ADDED',
    )
    expect((await backend.call('passkey.add', device.create(asked), { token })).status).toBe(200)
    expect((await backend.call('passkey.add', authenticator(SITE).create(asked), { token })).body.code).toBe(
      'PASSKEY_NOT_ADDED',
    )
    const late = device.create((await challenge()).challenge)
    backend.pass(CHALLENGE_TIME)
    expect((await backend.call('passkey.add', late, { token })).body.code).toBe('PASSKEY_NOT_ADDED')
  })

  test.each(['', 'x', 'MS4yLjM', Buffer.from('9999999999999.word.sign').toString('base64url')])(
    'does not accept the invalid challenge %j (R621)',
    async (made) => {
      expect((await backend.call('passkey.add', device.create(made), { token })).body.code).toBe('PASSKEY_NOT_ADDED')
    },
  )

  test('does not accept a challenge that was issued for a login (R621)', async () => {
    const passkey = device.create(await ofLogin())
    expect((await backend.call('passkey.add', passkey, { token })).body.code).toBe('PASSKEY_NOT_ADDED')
  })

  test('is refused if the passkey already belongs to another member (R621)', async () => {
    await add()
    const other = await backend.login(DEMO.bonus.username)
    expect((await add(device, other)).body.code).toBe('PASSKEY_NOT_ADDED')
    expect(await list(other)).toEqual([])
  })

  test(`is limited to ${PASSKEY_MOST} passkeys (R621)`, async () => {
    for (let at = 0; at < PASSKEY_MOST; at++) expect((await add(authenticator(SITE))).status).toBe(200)
    expect(await prepare()).toMatchObject({ status: 409, body: { code: 'PASSKEY_FULL' } })
  })

  test('accepts only one of two passkeys added at the same time if the member may add only one more (R621)', async () => {
    for (let at = 1; at < PASSKEY_MOST; at++) await add(authenticator(SITE))
    const both = await Promise.all([challenge(), challenge()])
    const replies = await Promise.all(
      both.map(({ challenge }) => backend.call('passkey.add', authenticator(SITE).create(challenge), { token })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await list()).toHaveLength(PASSKEY_MOST)
  })
})

describe('adding a passkey while the member sets a new password', () => {
  test('stores no passkey, so that someone who stole the old password keeps no access (R626)', async () => {
    const passkey = device.create((await challenge()).challenge)
    await backend.db.update(members).set({ password: await hashPassword('another-one-1') })
    expect((await backend.call('passkey.add', passkey, { token })).body.code).toBe('PASSKEY_NOT_ADDED')
    expect(await list()).toEqual([])
  })
})

describe('a login with a passkey', () => {
  test('opens a session for the passkey’s owner, and records the use of the passkey (R620, R624, D-71)', async () => {
    await add()
    backend.pass(60_000)
    const { status, body } = await logIn(device.answer(await ofLogin()))
    expect(status).toBe(200)
    const as = String(body.token)
    expect((await backend.call('account.profile', {}, { token: as })).body.username).toBe(DEMO.member.username)
    expect(await list(as)).toMatchObject([{ usedAt: new Date(backend.now()).toISOString() }])
  })

  test('lasts longer if "remember me" is chosen (R624)', async () => {
    await add()
    const short = String((await logIn(device.answer(await ofLogin()))).body.token)
    const long = String((await logIn(device.answer(await ofLogin()), true)).body.token)
    backend.pass(60 * 60_000)
    expect((await backend.call('account.profile', {}, { token: short })).status).toBe(401)
    expect((await backend.call('account.profile', {}, { token: long })).status).toBe(200)
  })

  test('does not reveal which members have a passkey (R624)', async () => {
    const before = (await backend.call('passkey.challenge', {})).body
    await add()
    const after = (await backend.call('passkey.challenge', {})).body
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(after).not.toHaveProperty('allowCredentials')
  })

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that did not check the player', { isVerified: false }],
    ['of a copy that counts less', { counter: 1 }],
  ])('is refused if it uses a passkey response %s (R625)', async (_, wrong) => {
    await add()
    await logIn(device.answer(await ofLogin()))
    await logIn(device.answer(await ofLogin()))
    expect(await logIn(device.answer(await ofLogin(), wrong))).toMatchObject({
      status: 403,
      body: { code: 'PASSKEY_REFUSED' },
    })
  })

  test('is refused if the passkey response is reused, late or issued for another purpose (R625)', async () => {
    await add()
    const used = device.answer(await ofLogin())
    expect((await logIn(used)).status).toBe(200)
    expect((await logIn(used)).body.code).toBe('PASSKEY_REFUSED')
    const late = device.answer(await ofLogin())
    backend.pass(CHALLENGE_TIME)
    expect((await logIn(late)).body.code).toBe('PASSKEY_REFUSED')
    expect((await logIn(device.answer((await challenge()).challenge))).body.code).toBe('PASSKEY_REFUSED')
  })

  test('is refused if the passkey is unknown, and the refusal is recorded (R625)', async () => {
    expect((await logIn(device.answer(await ofLogin()))).body.code).toBe('PASSKEY_REFUSED')
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'login refused'))
    expect(row?.memberId).toBeNull()
  })

  test('is recorded for the passkey’s owner if it is refused (R625)', async () => {
    await add()
    await logIn(device.answer(await ofLogin(), { origin: 'https://evil.example' }))
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'login refused'))
    expect(row?.memberId).toBe(await backend.idOf())
  })

  test('is refused while the site accepts no logins (R625)', async () => {
    await add()
    const answer = device.answer(await ofLogin())
    await backend.turn('loginClosed', true)
    expect(await logIn(answer)).toMatchObject({ status: 403, body: { code: 'LOGIN_FAIL' } })
  })

  test('is refused for a suspended member, like a login with the password (R625)', async () => {
    await add()
    await backend.db.update(members).set({ hold: 1 }).where(eq(members.username, DEMO.member.username))
    expect((await logIn(device.answer(await ofLogin()))).body.code).toBe('INVALID_USER_1')
  })

  test('does not open a second session if the request is repeated with its idempotency key (R625)', async () => {
    await add()
    const answer = { ...device.answer(await ofLogin()), remember: false }
    const first = await backend.call('account.passkey', answer, { key: 'same' })
    const second = await backend.call('account.passkey', answer, { key: 'same' })
    expect([first.status, second.body.code]).toEqual([200, 'PASSKEY_REFUSED'])
  })
})

describe('removing a passkey', () => {
  const ids = async (as = token) => ((await list(as)) as { id: string }[]).map(({ id }) => id)
  const remove = (id: string, password = DEMO_PASSWORD, as = token) =>
    backend.call('passkey.remove', { id, password }, { token: as })

  test('requires the password, and the passkey can then no longer be used to log in (R623)', async () => {
    await add()
    const [id = ''] = await ids()
    expect((await remove(id, 'wrong-word-1')).body.code).toBe('WRONG_PASSWORD')
    expect(await ids()).toEqual([id])
    expect(await remove(id)).toEqual({ status: 200, body: {} })
    expect((await logIn(device.answer(await ofLogin()))).body.code).toBe('PASSKEY_REFUSED')
    expect(await audited()).toEqual(['passkey added', 'passkey refused', 'passkey removed'])
  })

  test('has no effect on another member’s passkey (R623)', async () => {
    await add()
    const [id = ''] = await ids()
    const other = await backend.login(DEMO.bonus.username)
    expect(await remove(id, DEMO_PASSWORD, other)).toMatchObject({ status: 404, body: { code: 'NO_DATA' } })
    expect(await ids()).toEqual([id])
  })

  test('happens automatically for all of the member’s passkeys when a new password is set with a recovery code (R626)', async () => {
    await add()
    const [{ id: memberId } = { id: '' }] = await backend.db
      .select()
      .from(members)
      .where(eq(members.username, DEMO.member.username))
    const phoneNumber = DEMO.member.username
    const headers = await backend.verify(phoneNumber, 'recover')
    await backend.call('recover.password', { phoneNumber, password: 'another-one-1' }, { headers })
    expect(await backend.db.$count(passkeys, eq(passkeys.memberId, memberId))).toBe(0)
  })
})

describe('a change confirmed with a passkey', () => {
  const confirmation = async (name: string, input: object, key: string, as = token) => {
    const digest = await hashOf(confirmedText({ name, key, input }))
    return (await backend.call('passkey.confirm', { digest }, { token: as })).body
  }
  const header = (answer: SignedChallenge) => ({
    [PASSKEY_HEADER]: Buffer.from(JSON.stringify(answer)).toString('base64url'),
  })
  const signature = async (name: string, input: object, key: string, own = device, as = token) =>
    header(own.answer(String((await confirmation(name, input, key, as)).challenge)))
  const erase = (key: string, headers: Record<string, string>) =>
    backend.call('data.erase', { password: '' }, { token, key, headers })

  test('needs no password (R628)', async () => {
    await add()
    expect((await erase('k1', await signature('data.erase', {}, 'k1'))).status).toBe(200)
  })

  test('requires one of the member’s own passkeys (R628)', async () => {
    await add()
    const [stored] = await backend.db.select().from(passkeys)
    const other = await backend.login(DEMO.bonus.username)
    expect(await confirmation('data.erase', {}, 'k1')).toMatchObject({
      allowCredentials: [{ id: stored?.credential, type: 'public-key' }],
    })
    expect(await confirmation('data.erase', {}, 'k1', other)).toMatchObject({ code: 'NO_DATA' })
  })

  test.each([
    ['another call', 'care.break', {}, 'k1'],
    ['another input', 'data.erase', { more: 1 }, 'k1'],
    ['another key', 'data.erase', {}, 'k2'],
  ])('is refused if the signature is for %s (R628)', async (_, name, input, key) => {
    await add()
    const before = await dump(backend.db, ['passkeys'])
    expect((await erase('k1', await signature(name, input, key))).body.code).toBe('PASSKEY_REFUSED')
    expect(await dump(backend.db, ['passkeys'])).toBe(before)
  })

  test('is refused with another member’s passkey (R628)', async () => {
    const other = await backend.login(DEMO.bonus.username)
    await add(device, other)
    await add(authenticator(SITE))
    expect((await erase('k1', await signature('data.erase', {}, 'k1'))).body.code).toBe('PASSKEY_REFUSED')
    expect(await list(other)).toMatchObject([{ usedAt: null }])
    expect((await audited()).at(-1)).toBe('passkey added')
    const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'erasure refused'))
    expect(row?.memberId).toBe(await backend.idOf())
  })

  test('is refused if the signature is late, and accepted with a new signature (R628)', async () => {
    await add()
    const late = await signature('data.erase', {}, 'k1')
    const before = await dump(backend.db, ['tokens'])
    backend.pass(CHALLENGE_TIME)
    expect(await erase('k1', late)).toEqual({
      status: 403,
      body: { code: 'PASSKEY_REFUSED', message: PASSKEY_REFUSED.th },
    })
    expect(await dump(backend.db, ['tokens'])).toBe(before)
    const inTime = await signature('data.erase', {}, 'k2')
    backend.pass(CHALLENGE_TIME - 1)
    expect((await erase('k2', inTime)).status).toBe(200)
  })

  test('is refused for the rest of the session after ten refused signatures (R628)', async () => {
    await add()
    const used = await signature('data.erase', {}, 'k0')
    await erase('k0', used)
    for (let at = 1; at <= 10; at++) expect((await erase(`k${at}`, used)).body.code).toBe('PASSKEY_REFUSED')
    expect((await erase('k11', used)).body.code).toBe('REQUEST_LIMIT')
  })

  test.each([
    ['no signature', {}],
    ['a header that is no signature', { [PASSKEY_HEADER]: 'x' }],
    ['a signature without its parts', { [PASSKEY_HEADER]: Buffer.from('{"id":"x"}').toString('base64url') }],
  ])('is refused if the request has %s and no password (R628)', async (_, headers) => {
    expect((await erase('k1', headers)).body.code).toBe('WRONG_PASSWORD')
  })

  test('is made once if the request is repeated with its idempotency key (R629)', async () => {
    await add()
    const headers = await signature('data.erase', {}, 'k1')
    const first = await erase('k1', headers)
    backend.pass(60_000)
    expect(await erase('k1', headers)).toEqual(first)
  })

  test('can be a self-exclusion, but only for the signed duration (R583, R628)', async () => {
    await add()
    const exclude = async (length: 'halfYear' | 'year', key: string) =>
      backend.call(
        'care.break',
        { length, password: '' },
        { token, key, headers: await signature('care.break', { length: 'halfYear' }, key) },
      )
    expect((await exclude('year', 'k1')).body.code).toBe('PASSKEY_REFUSED')
    expect((await exclude('halfYear', 'k2')).status).toBe(200)
  })

  test('can be a new payout account, but only the signed account (R628)', async () => {
    await add()
    const { bankCode, bankAccountName } = DEMO.member
    const input = { name: 'Demo Player', bankCode, bankAccountName, bankAccountNo: '9998887776' }
    const update = (key: string, headers: Record<string, string>) =>
      backend.call('account.update', input, { token, key, headers })
    const other = await signature('account.update', { ...input, bankAccountNo: '1112223334' }, 'k1')
    expect((await update('k1', other)).body.code).toBe('PASSKEY_REFUSED')
    expect((await update('k2', await signature('account.update', input, 'k2'))).status).toBe(200)
  })

  test('may set a new account name, but only the signed name (R628, R642)', async () => {
    await add()
    const input = { bankCode: DEMO.member.bankCode, bankAccountName: 'JAIDEE MEESUK' }
    const rename = (key: string, headers: Record<string, string>) =>
      backend.call('account.rename', input, { token, key, headers })
    const other = await signature('account.rename', { ...input, bankAccountName: 'SOMEONE ELSE' }, 'k1')
    expect((await rename('k1', other)).body.code).toBe('PASSKEY_REFUSED')
    expect((await rename('k2', await signature('account.rename', input, 'k2'))).status).toBe(200)
  })
})

describe('passkeys', () => {
  const offers = async (more: Record<string, string>) => {
    const { call } = await startBackend({ env: more })
    return (await call('lookup.active', {})).body.offers
  }

  test('are offered by a site with a configured address, and by a demo (R627)', async () => {
    expect(await offers({ SANDBOX: '0', SITE_URL: SITE })).toContain('passkeys')
    expect(await offers({ SANDBOX: '1' })).toContain('passkeys')
    expect(await offers({ SANDBOX: '0' })).not.toContain('passkeys')
  })

  test('use the address of the request on a demo without a configured address (R627)', async () => {
    const { call } = await startBackend()
    expect((await call('passkey.challenge', {})).body.rpId).toBe('localhost')
  })

  test('use the address that the player sees if a demo is behind a proxy (R627)', async () => {
    const demo = await startBackend()
    const as = await demo.login()
    const asked = String(
      (await demo.call('passkey.prepare', { password: DEMO_PASSWORD }, { token: as })).body.challenge,
    )
    const own = authenticator('https://localhost')
    const behind = { token: as, headers: { 'X-Forwarded-Proto': 'https' } }
    expect((await demo.call('passkey.add', own.create(asked), behind)).status).toBe(200)
  })
})

test('a login with a passkey is refused if another login advances the passkey’s counter during the check (R625)', async () => {
  await add()
  const { db } = backend
  const answer = device.answer(await ofLogin())
  const update = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementation(async (run, config) => {
    await db.update(passkeys).set({ counter: 99 })
    return update(run, config)
  })
  onTestFinished(() => vi.mocked(db.transaction).mockRestore())
  expect((await logIn(answer)).body.code).toBe('PASSKEY_REFUSED')
})
