import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { satang } from '#contract/money.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { wire } from '#src/api/request.ts'
import * as tab from '#src/lib/tab.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

const FILL = 'POST /api/wallet/transferAll'
const HOST = 'https://play.provider.example'
let plain: ReturnType<typeof playPlainSite>
let actor: Actor<typeof gameAccountLogic>
let led: string[]

const member = () => plain.site.named('0812345678')
const settled = () => waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy'))
beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
  led = []
  vi.spyOn(tab, 'postForm').mockImplementation(() => {})
  Object.assign(window, {
    open: () => ({ closed: false, close: () => {}, location: { replace: (url: string) => void led.push(url) } }),
  })
})
afterEach(() => {
  actor.stop()
  vi.restoreAllMocks()
})

/** Opens the dialog of a game whose account has this username. */
async function open(code: string, { web = null, username = 'me' }: { web?: string | null; username?: string } = {}) {
  member().games.set(code, { username, password: 'p/w?', amount: 0 })
  const ref = listener().ref as never
  const input = { code, web, isActive: true, wallet: ref, toasts: ref, pending: pendingDeed(code) }
  actor = createActor(gameAccountLogic, { input }).start()
  await settled()
}
const play = async (balance = satang(0)) => {
  actor.send({ type: 'game.play', moves: balance })
  return settled()
}
/** The auto-login requests, each as method and path. */
const logins = () => plain.requests.map(({ line }) => line).filter((line) => line.includes('autoLogin'))

describe('opening a game on a plain backend', () => {
  it('logs in with the percent-encoded username (D-27)', async () => {
    await open('pg', { username: 'a/b ค', web: `${HOST}/web` })
    expect((await play()).value).toBe('ready')
    expect(logins()).toEqual([`GET /api/autoLogin/pg/${encodeURIComponent('a/b ค')}`])
    expect(led).toEqual([`${HOST}/pg?user=${encodeURIComponent('a/b ค')}`])
  })

  it('logs in with the username and password (D-27)', async () => {
    await open('pgslot', { web: `${HOST}/web` })
    expect((await play()).value).toBe('ready')
    expect(logins()).toEqual(['GET /api/autoLogin/pgslot/me/p%2Fw%3F'])
    expect(led).toEqual([`${HOST}/pgslot?user=me`])
  })

  it('goes directly to the address of a game that needs no login (D-27)', async () => {
    await open('livedeal', { web: `${HOST}/livedeal` })
    await play()
    expect(logins()).toEqual([])
    expect(led).toEqual([`${HOST}/livedeal`])
  })

  it('prefers the login form in the credentials’ `event` field to all other ways to log in (D-26, D-27)', async () => {
    await open('circus', { web: `${HOST}/web` })
    expect((await play()).value).toBe('ready')
    expect(logins()).toEqual([])
    expect(led).toEqual([])
    const fields = { user: 'me', pass: 'p/w?' }
    expect(vi.mocked(tab.postForm).mock.calls).toEqual([[{ action: `${HOST}/circus`, method: 'POST', fields }]])
  })

  it.each(['http://play.provider.example/circus', 'javascript:alert(1)'])(
    'does not post a form to %s (D-26)',
    async (action) => {
      const { fetch } = wire
      wire.fetch = async (url, init) => {
        const reply = await fetch(url, init)
        if (!url.includes('/account/')) return reply
        return Response.json({ ...(await reply.json()), event: { action, method: 'POST', fields: {} } })
      }
      await open('circus')
      const { value, context } = await play()
      expect(value).toBe('refused')
      expect(context.failure?.code).toBe('NOT_OPENED')
      expect(vi.mocked(tab.postForm)).not.toHaveBeenCalled()
    },
  )
})

describe('the whole main wallet on a plain backend', () => {
  it('is moved into the game before the game opens (D-28)', async () => {
    await open('pg')
    const before = member().main
    expect((await play(satang(before))).value).toBe('ready')
    expect(plain.requests.find(({ line }) => line === FILL)?.body).toEqual({ to: 'pg' })
    expect(member().games.get('pg')?.amount).toBe(before)
    expect(member().main).toBe(0)
    expect(led).toHaveLength(1)
  })

  it('can be moved without playing (D-28)', async () => {
    await open('pg')
    const before = member().main
    actor.send({ type: 'game.fill' })
    expect((await settled()).value).toBe('filled')
    expect(member().games.get('pg')?.amount).toBe(before)
    expect(led).toEqual([])
  })

  it('is not transferred while it is empty (D-28)', async () => {
    await open('pg')
    await play(satang(0))
    expect(plain.count(FILL)).toBe(0)
    expect(led).toHaveLength(1)
  })
})
