import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EventObject, waitFor } from 'xstate'
import { operatorCalls } from '#contract/operator.ts'
import { registerCalls } from '#contract/register.ts'
import th from '#locales/th.json' with { type: 'json' }
import { type Session, startSession } from '#src/actors/session.ts'
import { request, wire } from '#src/api/request.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { translate } from '#src/lib/i18n.ts'
import { clearToken, token } from '#src/lib/token.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'

const LOGIN = 'POST /api/login'
const LOOKUP = 'GET /api/lookup/active'
const WALLET = 'GET /api/wallet'
const IDENTITY = 'ไม่สามารถยืนยันตัวตนได้'
const t = translate(th)

let plain: ReturnType<typeof playPlainSite>
let session: Session
let went: EventObject[] = []

beforeEach(() => {
  plain = playPlainSite()
  wire.token = token
  session = startSession()
  went = []
  session.on('navigate', (event) => went.push(event))
})
afterEach(() => {
  session.stop()
  clearToken()
})

const quiet = () => waitFor(session, (s) => !s.hasTag('busy') && !s.matches({ guest: { login: 'asking' } }))
const openLogin = () => {
  session.send({ type: 'login.open', back: null })
  return quiet()
}
const submit = (password = 'demo1234') => {
  session.send({ type: 'login.submit', username: '0812345678', password, remember: true })
  return quiet()
}
const logIn = async () => {
  await openLogin()
  return submit()
}
/** Reloads the wallet, and waits until it is loaded or the session has ended. */
const readWallet = async () => {
  const { wallet } = session.getSnapshot().children
  if (!wallet) throw new Error('no wallet')
  wallet.send({ type: 'wallet.read' })
  await Promise.allSettled([waitFor(wallet, (s) => !s.hasTag('busy'))])
}
const shown = () => {
  const { failure } = session.getSnapshot().context
  return failure && failureText(t, failure)
}

describe('a login with a plain backend', () => {
  it.each([
    ['WRONG_CREDENTIAL', th.errorMsg.WRONG_CREDENTIAL],
    ['UNAUTHORIZED', th.errorMsg.UNAUTHORIZED],
    [IDENTITY, IDENTITY],
  ])('shows the refusal %s inline (R393, D-32)', async (message, text) => {
    await openLogin()
    const report = vi.spyOn(wire, 'report')
    if (message !== 'WRONG_CREDENTIAL') await plain.spoil(LOGIN, `code:${message}`)
    const state = await submit('wrong')
    expect(state.matches({ guest: 'login' })).toBe(true)
    expect(shown()).toBe(text)
    expect(report).not.toHaveBeenCalled()
    expect(went).toEqual([])
  })

  it('succeeds if the site status cannot be loaded at first, and requests the status again (D-10)', async () => {
    plain.lose(LOOKUP, 'request')
    expect((await openLogin()).matches({ guest: 'login' })).toBe(true)
    expect((await submit()).hasTag('member')).toBe(true)
    expect(plain.requests.map(({ line }) => line).filter((line) => line !== WALLET)).toContain(LOOKUP)
    expect(plain.count(LOOKUP)).toBeGreaterThan(1)
  })

  it('redirects to /terminated if the second request for the site status reports a shut-down site (D-10)', async () => {
    plain.lose(LOOKUP, 'request')
    await openLogin()
    plain.site.switches.terminated = true
    expect((await submit()).matches('terminated')).toBe(true)
  })
})

describe('every call to a plain backend', () => {
  it('identifies the wallet in its X-Requested-With header (R301)', async () => {
    await logIn()
    await readWallet()
    expect(plain.requests.length).toBeGreaterThan(2)
    for (const { line, headers } of plain.requests) expect(headers.get('X-Requested-With'), line).toBe('wallet-user')
  })

  it('sends the token after the login, and no Authorization header before it (R300)', async () => {
    await openLogin()
    await request(operatorCalls['lookup.info'], {})
    for (const { line, headers } of plain.requests) expect(headers.has('Authorization'), line).toBe(false)
    await submit()
    await readWallet()
    await request(operatorCalls['lookup.info'], {})
    expect(token()).toMatch(/./)
    const after = plain.requests.slice(plain.requests.findLastIndex(({ line }) => line === LOGIN) + 1)
    expect(after.map(({ line }) => line)).toContain('GET /api/lookup/info')
    for (const { line, headers } of after) expect(headers.get('Authorization'), line).toBe(`Bearer ${token()}`)
  })
})

describe('a plain backend’s reply to a member', () => {
  beforeEach(async () => {
    await logIn()
    await readWallet()
    went = []
  })
  const refuse = async (message: string) => {
    await plain.spoil(WALLET, `code:${message}`)
    await readWallet()
  }

  it('redirects to /terminated if it is an error with the message `gone` (R386)', async () => {
    await plain.spoil(WALLET, 'gone')
    await readWallet()
    expect(went).toEqual([{ type: 'navigate', to: '/terminated', comeBack: false }])
  })

  it('redirects to /terminated if it is a success with the message `gone` (R386)', async () => {
    const { fetch } = wire
    wire.fetch = async (url, init) => (url === '/api/wallet' ? Response.json({ message: 'gone' }) : fetch(url, init))
    await readWallet()
    expect(went).toEqual([{ type: 'navigate', to: '/terminated', comeBack: false }])
  })

  it('redirects to /login if the backend does not recognise the token (R387)', async () => {
    plain.site.tokens.clear()
    await readWallet()
    expect(went).toEqual([{ type: 'navigate', to: '/login', comeBack: true }])
    expect(token()).toBeNull()
  })

  it.each([IDENTITY, 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN'])(
    'redirects to /login if it is the refusal %s (R390, D-32)',
    async (message) => {
      await refuse(message)
      expect(went).toEqual([{ type: 'navigate', to: '/login', comeBack: true }])
      expect(shown()).toMatch(/[ก-๙]/)
    },
  )

  it('is checked for `gone` first, then for the end of the session, then for other errors (R391)', async () => {
    const { fetch } = wire
    const answer = (body: object) => {
      wire.fetch = async (url, init) =>
        url === '/api/wallet' ? Response.json(body, { status: 401 }) : fetch(url, init)
    }
    answer({ code: 'invalid-token', message: 'gone' })
    await readWallet()
    expect(went.at(-1)).toMatchObject({ to: '/terminated' })
    await logIn()
    answer({ code: 'NO_DATA', message: 'invalid-token' })
    await readWallet()
    expect(went.at(-1)).toMatchObject({ to: '/login' })
  })

  it.each(['MONEY_NOT_ENOUGH', 'ระบบปิดปรับปรุงชั่วคราว'])(
    'does not end the session if it is the refusal %s (R388, R389, R391)',
    async (message) => {
      await refuse(message)
      expect(went).toEqual([])
      expect(session.getSnapshot().hasTag('member')).toBe(true)
    },
  )
})

describe('a plain backend’s refusal', () => {
  const refusalOf = async (message: string) => {
    await plain.spoil('GET /api/lookup/banks', `code:${message}`)
    return request(registerCalls['lookup.banks'], {}).catch((failure) => failureText(t, failure))
  }

  it('is shown with the catalogue’s text if its code is in the catalogue (R388)', async () => {
    expect(await refusalOf('INVALID_BANK')).toBe(th.errorMsg.INVALID_BANK)
  })

  it.each(['ยอดไม่พอ: ขาด 10.50 บาท', 'NEW_CODE'])(
    'is shown with its own message if the catalogue does not contain that message: %s (R389)',
    async (message) => {
      expect(await refusalOf(message)).toBe(message)
    },
  )
})
