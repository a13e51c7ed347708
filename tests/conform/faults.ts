import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import type { Fetch, Level, Subject } from './kit.ts'
import type { Connect, Line } from './socket.ts'

/** A backend with one fault, which conform must report at one of `calls`. `level`: the level at which it is a fault. */
export type SeededFault = { name: string; calls: readonly CallName[]; level: Level; inject: (clean: Ways) => Ways }
/** The two ways to reach a backend: its API and its chat socket. */
export type Ways = Pick<Subject, 'fetch' | 'connect'>

type Body = Record<string, unknown>
type Act = (clean: Fetch, url: string, init: RequestInit) => Promise<Response>

/** Replaces the behaviour of one call and leaves all other calls unchanged. */
const at =
  (name: CallName, act: Act) =>
  (clean: Fetch): Fetch => {
    const { method, path }: Call = calls[name]
    const pattern = new RegExp(`${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`)
    return (url, init) => (init.method === method && pattern.test(url) ? act(clean, url, init) : clean(url, init))
  }

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const bodyOf = async (response: Response) => {
  const text = await response.text()
  return text ? JSON.parse(text) : {}
}

/** Falsifies the body of successful replies. */
const falsified = (name: CallName, edit: (body: never) => unknown) =>
  at(name, async (clean, url, init) => {
    const response = await clean(url, init)
    return response.ok ? json(edit((await bodyOf(response)) as never)) : response
  })
/** Falsifies refusals. */
const refusedAs = (name: CallName, act: (response: Response) => Promise<Response> | Response) =>
  at(name, async (clean, url, init) => {
    const response = await clean(url, init)
    return response.status >= 400 ? act(response) : response
  })
/** Falsifies the request body. */
const sentAs = (name: CallName, edit: (body: Body) => Body) =>
  at(name, (clean, url, init) => {
    const body: unknown = typeof init.body === 'string' ? parsed(init.body) : null
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return clean(url, isObject ? { ...init, body: JSON.stringify(edit(body as Body)) } : init)
  })
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a check sends broken JSON on purpose
  }
}
const withHeader = (name: CallName, header: string, value: string) =>
  at(name, async (clean, url, init) => {
    const response = await clean(url, init)
    const headers = new Headers(response.headers)
    headers.set(header, value)
    return new Response(response.body, { status: response.status, headers })
  })
/** True unless a clean backend would refuse the request because of its token or an unknown name. */
function isOrdinary(url: string, { headers, body }: RequestInit) {
  const token = new Headers(headers).get('Authorization')
  const isNamed = !/no-such/i.test(url) && !(typeof body === 'string' && /no-such/i.test(body))
  return token !== null && !token.includes('no-token') && isNamed
}
/** Answers every preflight with these headers. */
const preflightAs =
  (headers: Record<string, string>) =>
  (clean: Fetch): Fetch =>
  (url, init) =>
    init.method === 'OPTIONS' ? Promise.resolve(new Response(null, { status: 204, headers })) : clean(url, init)
/** Replies as if the request had been carried out, but does nothing. */
const undone = (name: CallName, reply: unknown = {}) =>
  at(name, (clean, url, init) => (isOrdinary(url, init) ? Promise.resolve(json(reply)) : clean(url, init)))
const renamed = (body: Body, from: string, to: string) => {
  const { [from]: value, ...rest } = body
  return { ...rest, [to]: value }
}
/** Replaces the key of each request, so that a backend never recognises a repeat. */
const freshKey = (init: RequestInit): RequestInit => {
  const headers = new Headers(init.headers)
  if (headers.has('Idempotency-Key')) headers.set('Idempotency-Key', crypto.randomUUID())
  return { ...init, headers }
}
const twice: Act = async (clean, url, init) => {
  const first = await clean(url, init)
  if (first.ok) await clean(url, freshKey(init))
  return first
}
const rows = (body: Body, field: string, edit: (row: Body, at: number) => Body): Body => ({
  ...body,
  [field]: (body[field] as Body[]).map(edit),
})
const without = (body: Body, field: string) => {
  const { [field]: _, ...rest } = body
  return rest
}

const fault = (
  name: string,
  calls: CallName | CallName[],
  inject: (clean: Fetch) => Fetch,
  level: Level = 'plain',
): SeededFault => ({
  name,
  calls: [calls].flat(),
  inject: ({ fetch, connect }) => ({ fetch: inject(fetch), connect }),
  level,
})
/** Returns a fault in the chat socket. */
const socketFault = (
  name: string,
  call: CallName,
  inject: (clean: Connect) => Connect,
  level: Level = 'plain',
): SeededFault => ({
  name,
  calls: [call],
  inject: ({ fetch, connect }) => ({ fetch, connect: inject(connect) }),
  level,
})

/** Falsifies the messages that a connection has received. */
const heardAs =
  (edit: (heard: readonly unknown[]) => readonly unknown[]) =>
  (clean: Connect): Connect =>
  async (auth) => {
    const line = await clean(auth)
    return {
      ...line,
      get heard() {
        return edit(line.heard)
      },
    }
  }
/** Falsifies the acknowledgement of a join. */
const joinedAs =
  (edit: (reply: object) => object) =>
  (clean: Connect): Connect =>
  async (auth) => {
    const line = await clean(auth)
    return { ...line, join: async (room, time) => edit(Object(await line.join(room, time))) }
  }
/** Makes every connection receive the messages of all connections. */
function broadcast(clean: Connect): Connect {
  const lines: Line[] = []
  return async (auth) => {
    const line = await clean(auth)
    lines.push(line)
    return {
      ...line,
      get heard() {
        return lines.flatMap(({ heard }) => heard)
      },
    }
  }
}

/** Uses the token of the last login for every request. */
function tokenIgnored(clean: Fetch): Fetch {
  let token = ''
  return async (url, init) => {
    if (url.endsWith('/api/login')) {
      const response = await clean(url, init)
      if (response.ok) token = (await bodyOf(response.clone())).token
      return response
    }
    const headers = new Headers(init.headers)
    if (headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`)
    return clean(url, { ...init, headers })
  }
}

/** Answers each wallet read with the first reply. */
function staleWallet(clean: Fetch): Fetch {
  let first: Promise<unknown> | undefined
  return at('wallet.get', async (inner, url, init) => {
    const response = await inner(url, init)
    if (!response.ok) return response
    first ??= bodyOf(response)
    return json(await first)
  })(clean)
}

/** Faults of a backend that follows the specification. */
const PLAIN: readonly SeededFault[] = [
  fault(
    'the main wallet is under another name',
    'wallet.get',
    falsified('wallet.get', (body: Body) => renamed(body, 'wallet', 'mainWallet')),
  ),
  fault(
    'the balance is a text',
    'wallet.get',
    falsified('wallet.get', (body: Body & { wallet: { amount: number } }) => ({
      ...body,
      wallet: { amount: String(body.wallet.amount + 1e-9) },
    })),
  ),
  fault(
    'game accounts have no balance',
    'wallet.get',
    falsified('wallet.get', (body: Body) => rows(body, 'slots', (slot) => without(slot, 'amount'))),
  ),
  fault(
    'the overview is another member’s',
    'wallet.get',
    falsified('wallet.get', (body: Body & { profile: Body }) => ({
      ...body,
      profile: { ...body.profile, username: '0999999999' },
    })),
  ),
  fault(
    'a pending payment has a state of its own',
    'wallet.get',
    falsified('wallet.get', (body: Body) => rows(body, 'underWay', (row) => ({ ...row, status: 'ON_ITS_WAY' }))),
    'full',
  ),
  fault('the wallet is answered from a cache', ['wallet.get', 'wallet.transfer'], staleWallet),
  fault('a cache may keep the wallet', 'wallet.get', withHeader('wallet.get', 'Cache-Control', 'public, max-age=60')),
  fault(
    'a cache may keep a change that is a GET',
    'wallet.activate',
    withHeader('wallet.activate', 'Cache-Control', 'max-age=600'),
  ),
  fault(
    'a wrong token is refused without a message',
    'wallet.get',
    refusedAs('wallet.get', () => json({}, 401)),
  ),
  fault('a wrong token is the member’s', 'wallet.get', tokenIgnored),
  fault(
    'a call without a token breaks the backend',
    'spin.setup',
    refusedAs('spin.setup', () => json({ message: 'oops' }, 500)),
  ),
  fault(
    'the login gives no token',
    'account.login',
    falsified('account.login', () => ({})),
  ),
  fault(
    'a wrong password is accepted',
    'account.login',
    refusedAs('account.login', () => json({ token: 'anybody' })),
  ),
  fault(
    'the profile has the id of somebody else',
    'account.profile',
    falsified('account.profile', (body: Body) => ({ ...body, _id: 'somebody-else' })),
  ),
  fault(
    'a wrong old password is accepted',
    'account.password',
    refusedAs('account.password', async (response) => (response.status === 401 ? response : json({}))),
  ),
  fault(
    'a phone number is registered twice',
    'account.create',
    refusedAs('account.create', () => json({})),
  ),
  fault(
    'any one-time code is right',
    'otp.verify',
    at('otp.verify', async () => json({})),
  ),
  fault(
    'a list is a page of HTML',
    'lookup.banks',
    at('lookup.banks', async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })),
  ),
  fault(
    'a flag is a text',
    'lookup.registerOTP',
    falsified('lookup.registerOTP', () => ({ registerOTP: 'true' })),
  ),
  fault(
    'the least withdrawal is above the most',
    'lookup.withdraw',
    falsified('lookup.withdraw', (body: Body) => ({ withdrawMin: body.withdrawMax, withdrawMax: body.withdrawMin })),
  ),
  fault(
    'the total is missing',
    'statement.list',
    falsified('statement.list', (body: Body) => without(body, 'total')),
  ),
  fault(
    'pages count from 0',
    'statement.list',
    sentAs('statement.list', (body) => (typeof body.page === 'number' ? { ...body, page: body.page + 1 } : body)),
  ),
  fault(
    'a row of the statement is missing',
    'statement.list',
    falsified('statement.list', (body: { total: number; statements: Body[] }) => ({
      total: Math.min(body.total, 3),
      statements: body.statements.slice(-3),
    })),
  ),
  fault(
    'the statement says satang',
    'statement.list',
    falsified('statement.list', (body: Body) =>
      rows(body, 'statements', (row) => ({ ...row, amount: Number(row.amount) * 100 })),
    ),
  ),
  fault(
    'a refusal is answered with 200',
    'wallet.transfer',
    refusedAs('wallet.transfer', async (response) => json(await bodyOf(response))),
  ),
  fault('a transfer is done twice', 'wallet.transfer', at('wallet.transfer', twice)),
  fault('a transfer is not done', 'wallet.transfer', undone('wallet.transfer')),
  fault(
    'a transfer is rounded to whole baht',
    'wallet.transfer',
    sentAs('wallet.transfer', (body) =>
      typeof body.amount === 'number' ? { ...body, amount: Math.round(body.amount) } : body,
    ),
  ),
  fault(
    'a bad amount breaks the backend',
    'wallet.transfer',
    refusedAs('wallet.transfer', async (response) =>
      response.status === 401 ? response : json({ message: 'NaN' }, 500),
    ),
  ),
  fault('a withdrawal is done twice', 'wallet.withdrawAll', at('wallet.withdrawAll', twice)),
  fault('a code is not deleted', 'qr.remove', undone('qr.remove')),
  fault(
    'a code has no markup',
    'qr.create',
    falsified('qr.create', (body: Body) => without(body, 'qrcode')),
  ),
  fault(
    'a code is over at once',
    'qr.create',
    falsified('qr.create', (body: Body) => ({ ...body, expireIn: '2020-01-01T00:00:00.000Z' })),
  ),
  fault(
    'a code is lost',
    'qr.get',
    falsified('qr.get', () => ({ hasQrcode: false })),
  ),
  fault(
    'the history comes oldest first',
    ['chat.history', 'chat.send'],
    falsified('chat.history', (body: Body[]) => body.toReversed()),
  ),
  fault(
    'the limit of the history is ignored',
    'chat.history',
    sentAs('chat.history', (body) => (typeof body.limit === 'number' ? { ...body, limit: 100 } : body)),
  ),
  fault('a message is lost', 'chat.send', undone('chat.send', { createdAt: '2026-01-01T00:00:00.000Z' })),
  fault(
    'a list is inside another field',
    'bonus.list',
    falsified('bonus.list', (body) => ({ bonuses: body })),
  ),
  fault(
    'a spin stops at no slice',
    'spin.spin',
    falsified('spin.spin', (body: Body) => ({ ...body, code: 'no-slice' })),
  ),
  fault('a claimed coupon stays', 'spin.claim', undone('spin.claim')),
  fault(
    'a login overlooks its proof, so that the token alone is enough',
    'account.login',
    at('account.login', (clean, url, init) => {
      const headers = new Headers(init.headers)
      headers.delete(PROOF_HEADER)
      return clean(url, { ...init, headers })
    }),
    'full',
  ),
  fault('a reset password is the old one', 'wallet.resetpassword', undone('wallet.resetpassword')),
  fault(
    'keys are offered, and a change with the same key is done twice',
    'wallet.transfer',
    falsified('lookup.active', (body: Body) => ({ ...body, offers: ['keys'] })),
  ),
  fault('a page of another origin may not call', 'wallet.get', preflightAs({})),
  fault(
    'a page of another origin may not send its token',
    'wallet.get',
    preflightAs({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' }),
  ),
  socketFault(
    'the socket brings no message',
    'chat.send',
    heardAs(() => []),
  ),
  socketFault(
    'the socket brings each message twice',
    'chat.send',
    heardAs((heard) => heard.flatMap((message) => [message, message])),
  ),
  socketFault('the socket brings the messages of every room', 'chat.send', broadcast),
]

/** Faults in the reference backend's additions. */
const FULL: readonly SeededFault[] = [
  fault(
    'keys are ignored',
    'wallet.transfer',
    at('wallet.transfer', (clean, url, init) => clean(url, freshKey(init))),
    'full',
  ),
  fault(
    'a repeat gets another reply',
    'wallet.transfer',
    falsified('wallet.transfer', () => ({ id: crypto.randomUUID() })),
    'full',
  ),
  fault(
    'a refusal has no code',
    'wallet.transfer',
    refusedAs('wallet.transfer', async (response) => json(without(await bodyOf(response), 'code'), response.status)),
    'full',
  ),
  fault('a cache may keep a change', 'qr.create', withHeader('qr.create', 'Cache-Control', 'no-cache'), 'full'),
  fault(
    'the history has no clientId',
    'chat.send',
    falsified('chat.history', (body: Body[]) => body.map((row) => without(row, 'clientId'))),
    'full',
  ),
  fault('a log out ends nothing', 'account.logout', undone('account.logout'), 'full'),
  fault('a session cannot be ended', 'session.end', undone('session.end'), 'full'),
  fault('a removed passkey still logs in', 'passkey.remove', undone('passkey.remove'), 'full'),
  fault('other sessions stay open', 'session.endOthers', undone('session.endOthers'), 'full'),
  fault(
    'the total of the slips is missing',
    'statement.slips',
    falsified('statement.slips', (body: Body) => without(body, 'total')),
    'full',
  ),
  fault(
    'a call needs no X-Requested-With',
    'wallet.get',
    at('wallet.get', (clean, url, init) => {
      const headers = new Headers(init.headers)
      headers.set('X-Requested-With', 'wallet-user')
      return clean(url, { ...init, headers })
    }),
    'full',
  ),
  socketFault(
    'any room can be joined',
    'chat.config',
    joinedAs((reply) => ({ ...reply, joined: true })),
    'full',
  ),
  socketFault(
    'a join does not name the newest message',
    'chat.send',
    joinedAs((reply) => ({ ...reply, last: null })),
    'full',
  ),
  fault(
    'a message of a cut line is lost',
    'chat.send',
    falsified('chat.history', (body: Body[]) => body.filter((row) => !JSON.stringify(row).includes('check 11 '))),
    'full',
  ),
]

export const FAULTS = [...PLAIN, ...FULL]
