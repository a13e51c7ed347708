import { expect, onTestFinished, vi } from 'vitest'
import { waitFor } from 'xstate'
import { wire } from '#src/api/request.ts'
import { runChat } from './chat-client.ts'
import { line } from './played-line.ts'
import { until } from './until.ts'
import { fakeWindow } from './window.ts'

/** The only fields that R184–R186 and R371–R377 allow in a request. */
const FIELDS: Record<string, readonly string[]> = {
  '/api/chat/send-message': [
    'sender',
    'message',
    'createdAt',
    'session_id',
    'userId',
    'guestId',
    'username',
    'name',
    'deviceToken',
  ],
  '/api/chat/history': ['userId', 'guestId', 'limit', 'skip'],
  '/api/chat/read-customer/': ['userId', 'guestId'],
  '/api/chat/config': [],
  '/api/account/profile': [],
}
/** The time limit for the chat to load its history, ms. */
const START = 10_000
type Said = { createdAt: string; userId?: string; guestId?: string; message: unknown }
const PROFILE = { _id: 'm-1', username: '0812345678', name: 'Somchai' }

/** The product's chat with an in-memory backend that implements only the specification and rejects unknown fields. */
export async function playPlainChat(token: string | null = null) {
  const stores = fakeWindow()
  if (token) stores.local.set('token', token)
  const own = { ...wire }
  onTestFinished(() => {
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
  wire.token = () => token
  const said: Said[] = []
  const sent: { path: string; body: Record<string, unknown>; headers: Headers }[] = []
  const state = { isDown: false, loses: false, isPushed: true, time: Date.UTC(2026, 0, 2, 5), step: 1_000 }
  const ownerOf = ({ userId, guestId }: Partial<Said>) => userId ?? guestId
  const push = (message: Said) => state.isPushed && line.hear?.message(message as never)
  const store = (message: object): Said => {
    state.time += state.step
    const stored = { ...message, createdAt: new Date(state.time).toISOString() } as Said
    said.unshift(stored)
    return stored
  }
  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    '/api/chat/config': () => ({ PREFIX: 'plain' }),
    '/api/account/profile': () => PROFILE,
    '/api/chat/history': (body) => {
      const [limit, skip] = [Number(body.limit), Number(body.skip)]
      return said.filter((message) => ownerOf(message) === ownerOf(body)).slice(skip, skip + limit)
    },
    '/api/chat/send-message': (body) => {
      const stored = store(body)
      push(stored)
      return { createdAt: stored.createdAt }
    },
    '/api/chat/read-customer/': () => undefined,
  }
  wire.fetch = async (url, init) => {
    const body = init.body ? JSON.parse(String(init.body)) : {}
    sent.push({ path: url, body, headers: new Headers(init.headers) })
    if (state.isDown) throw new TypeError('no connection')
    const answer = answers[url]
    if (!answer) throw new Error(`no call ${url}`)
    const unknown = Object.keys(body).filter((name) => !FIELDS[url]?.includes(name))
    if (unknown.length > 0) return Response.json({ message: `KEY_INVALID ${unknown}` }, { status: 400 })
    const reply = answer(body)
    if (state.loses && url.endsWith('send-message')) throw new TypeError('the answer was lost')
    return reply === undefined ? new Response(null, { status: 200 }) : Response.json(reply)
  }
  const parts = runChat()
  const whose = token ? { userId: PROFILE._id } : () => ({ guestId: stores.local.get('guest-id') ?? '' })
  const owner = () => (typeof whose === 'function' ? whose() : whose)
  const isLoaded = () => waitFor(parts.history(), (s) => s.matches('waiting'), { timeout: START })
  await isLoaded()
  return {
    ...parts,
    stores,
    said,
    sent,
    state,
    sends: () => sent.filter(({ path }) => path.endsWith('send-message')),
    guest: () => stores.local.get('guest-id') ?? '',
    reload: () => {
      parts.restart()
      return isLoaded()
    },
    /** Stores a message of the player and, unless pushing is switched off, delivers it over the socket. */
    push: (message: object) => push(store({ ...owner(), ...message })),
    answer: (text: string) =>
      push(store({ ...owner(), sender: 'other', message: { message_type: 'text', payload: text } })),
    shown: () =>
      parts
        .messages()
        .map(({ message: { payload } }) =>
          typeof payload === 'string' ? payload : (payload as { message: string }).message,
        ),
    /** Waits until the polling interval has elapsed and the chat has reloaded the history. */
    poll: async () => {
      const at = sent.filter(({ path }) => path.endsWith('history')).length
      await vi.advanceTimersByTimeAsync(5_000)
      await until(() => expect(sent.filter(({ path }) => path.endsWith('history')).length).toBeGreaterThan(at))
    },
  }
}
