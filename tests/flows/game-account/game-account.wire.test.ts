import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { pendingDeed } from '#src/actors/game-account.ts'
import { credentialsFor } from '#src/lib/game-secret.ts'
import { gameAt } from '#tests/kit/game-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let stores: ReturnType<typeof fakeWindow>
let game: ReturnType<typeof gameAt>

beforeEach(async () => {
  backend = await startBackend()
  stores = fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  game = gameAt(member)
})
afterEach(() => {
  game.close()
  member.leave()
  vi.unstubAllGlobals()
})

/** The password as stored on the server. */
const passwordOf = async (code: string) => (await backend.credentials(token, code)).password
const keys = () => new Set(member.changes().map(({ key }) => key)).size

describe('opening a game account', () => {
  test("shows the server's credentials, and updates the wallet (R116, R117, R210, R211, R328, R329)", async () => {
    expect((await game.open('areaslot')).value).toBe('inactive')
    const { value, context } = await game.send('game.activate')
    expect([value, context.isActive]).toEqual(['ready', true])
    const own = await backend.credentials(token, 'areaslot')
    expect([context.known?.username, credentialsFor('areaslot')]).toEqual([own.username, own])
    const { context: read } = await waitFor(member.wallet, (s) => !s.hasTag('busy'))
    expect(read.overview?.slots.find(({ code }) => code === 'areaslot')).toMatchObject({ isActive: true })
    game.close()
    expect(credentialsFor('areaslot').password).toBe('')
  })

  test('leaves the account closed after a refusal, and succeeds on a retry with a new idempotency key (R210, R473)', async () => {
    await game.open('areaslot')
    await backend.form('/troubles', { opening: 'SLOT_ACTIVATE_FAIL' })
    expect((await game.send('game.activate')).context.failure?.code).toBe('SLOT_ACTIVATE_FAIL')
    await backend.form('/troubles', { opening: 'works' })
    expect((await game.send('game.gotIt')).value).toBe('inactive')
    expect((await game.send('game.activate')).value).toBe('ready')
    expect(keys()).toBe(2)
  })

  test('succeeds if the account is already open on the server (R472)', async () => {
    await game.open('areaslot')
    await backend.call('wallet.activate', { code: 'areaslot' }, { token })
    expect((await game.send('game.activate')).value).toBe('ready')
  })

  test('succeeds when the player checks with the same idempotency key after a lost reply', async () => {
    await game.open('areaslot')
    loseReply()
    expect((await game.send('game.activate')).value).toBe('activating')
    expect((await game.check()).value).toBe('ready')
    expect([member.changes().length, keys(), pendingDeed('areaslot')]).toEqual([2, 1, null])
  })
})

describe('resetting a game password', () => {
  test("shows the server's new password (R118, R212, R330)", async () => {
    await game.open('pg')
    const before = credentialsFor('pg').password
    await game.send('game.reset')
    expect((await game.send('game.confirm')).value).toBe('ready')
    const { password } = credentialsFor('pg')
    expect([password === before, password]).toEqual([false, await passwordOf('pg')])
  })

  test('keeps the old password after a refusal, and reports the refusal (R475)', async () => {
    await game.open('pg')
    await backend.form('/troubles', { reset: 'SLOT_RESET_PASSWORD_FAIL' })
    const { value, context } = await game.send('game.reset', 'game.confirm')
    expect([value, context.failure?.code]).toEqual(['refused', 'SLOT_RESET_PASSWORD_FAIL'])
    expect((await game.send('game.gotIt')).value).toBe('ready')
    expect(credentialsFor('pg').password).toBe(await passwordOf('pg'))
  })

  test('sets only one password after a lost reply, and a check shows it', async () => {
    await game.open('pg')
    loseReply()
    await game.send('game.reset', 'game.confirm')
    const password = await passwordOf('pg')
    expect(pendingDeed('pg')).toMatchObject(game.context().pending ?? {})
    expect((await game.check()).value).toBe('ready')
    expect([credentialsFor('pg').password, await passwordOf('pg'), keys()]).toEqual([password, password, 1])
  })

  test('sets only one password after a lost reply and a reload, and the page shows it', async () => {
    await game.open('pg')
    loseReply()
    await game.send('game.reset', 'game.confirm')
    const password = await passwordOf('pg')
    expect((await game.open('pg')).value).toBe('ready')
    expect([credentialsFor('pg').password, keys(), pendingDeed('pg')]).toEqual([password, 1, null])
  })
})

test('no storage, actor, event or log contains the game password (R163, R329)', async () => {
  const passwords: string[] = []
  for (const code of ['pg', 'askmebet', 'areaslot']) {
    await game.open(code)
    if (code === 'areaslot') await game.send('game.activate')
    passwords.push(await passwordOf(code))
    await game.play(0)
    loseReply()
    await game.send('game.reset', 'game.confirm')
    passwords.push(await passwordOf(code))
    await game.check()
  }
  const all = [...stores.session.values(), ...stores.local.values(), ...game.seen].join('\n')
  expect([game.seen.length > 50, new Set(passwords).size]).toEqual([true, 6])
  for (const password of passwords) expect(all).not.toContain(password)
})
