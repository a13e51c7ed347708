import { describe, expect, it } from 'vitest'
import { CHAT_PAGE, type Conversation, roomOf } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { PREFIX } from '#server/domain/chat.ts'
import { chatText, guestOf } from '#tests/kit/chat.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { type Backend, type Reply, startBackend } from '#tests/kit/server.ts'
import { chance, fromOwn } from './chance.ts'
import { answersTo, arrive } from './server.ts'
import { type Entry, newestOf, pageOf, receive } from './sites/chat-server.ts'
import { codesWalk } from './sites/codes-walk.ts'
import { qrWalk } from './sites/qr-walk.ts'
import { sessionWalk } from './sites/session-walk.ts'
import type { Change, Request, World } from './world.ts'

const WALKS = 1_000
const STEPS = 8
/**
 * The number of chat walks, and the number of steps in each. Chat walks are longer than other walks, so that a
 * conversation has several pages.
 */
const CHATS = 30
const CHAT_STEPS = 40
/** The number of walks for each page that has its own server model. */
const SITE_WALKS = process.env.NIGHT ? 300 : 5

/** Returns the name that the laws use for the reply, or else its error code. */
function seen({ status, body }: Reply): string {
  if (status === 200) return 'done'
  return { 401: 'signedOut', 410: 'gone' }[status] ?? (body.code === 'MONEY_NOT_ENOUGH' ? 'refused' : String(body.code))
}

const unmade = (): Change => ({ isSent: true, made: 0, stored: 'none', told: 0, isExtra: false })
const LOTS = 10_000_000

/** Two transfers, one into a game and one out of it. Each has a one-in-three chance of exceeding the balance. */
const inputsOf = (below: (limit: number) => number) => [
  { from: WALLET, to: 'pg', amount: below(3) === 0 ? LOTS : 1 },
  { from: 'pg', to: WALLET, amount: below(3) === 0 ? LOTS : 1 },
]

/** Runs one random walk on the model and on the real server. Returns the difference between their balances, in baht. */
async function walk(backend: Backend, seed: number): Promise<number> {
  const below = chance(seed)
  const inputs = inputsOf(below)
  const keys = inputs.map(newKey)
  const world: World = {
    ...{ tabs: [], requests: [], changes: inputs.map(unmade), confirms: 0, ends: 0, closings: 0, days: 0 },
    ...{ isSignedIn: true, isOpen: true },
  }
  const headers = fromOwn(seed)
  let token = await backend.login()
  let ended: string | null = null
  const before = (await backend.money(token))[WALLET] ?? 0
  for (let step = 0; step < STEPS; step++) {
    const what = below(6)
    if (what === 0) {
      if (!world.isOpen) continue
      const { status } = await backend.call('account.logout', {}, { token, headers })
      expect(status, `seed ${seed}, step ${step}`).toBe(200)
      ended = token
      token = await backend.login()
    } else if (what === 1) {
      world.isOpen = !world.isOpen
      await backend.turn('terminated', !world.isOpen)
    } else {
      const change = below(2)
      const hasLogin = ended === null || below(2) === 0
      const request: Request = { tab: 0, call: 0, change, hasLogin, arrivals: 0, reply: 'none', waits: true }
      const isRefused = inputs[change]?.amount === LOTS
      const answers = answersTo(world, request, { refusals: ['refused'], faults: new Set() })
      const answer = answers.find(
        ({ makes, reply }) => answers.length === 1 || (isRefused ? reply === 'refused' : makes),
      )
      if (!answer) throw new Error('the model has no answer')
      arrive(world, request, answer)
      const sent = { token: hasLogin ? token : (ended ?? token), key: keys[change] as string }
      const reply = await backend.call('wallet.transfer', inputs[change] as (typeof inputs)[number], sent)
      expect(seen(reply), `seed ${seed}, step ${step}`).toBe(answer.reply)
    }
  }
  if (!world.isOpen) await backend.turn('terminated', false)
  const [into = 0, out = 0] = world.changes.map(({ made }) => made)
  return ((await backend.money(token))[WALLET] ?? 0) - before - (out - into)
}

/**
 * Prepares a chat, and returns a function that runs one random walk on the model of a conversation and on the real
 * server.
 */
async function chatWalks(backend: Backend) {
  await backend.turn('enableChatWidget', true)
  const { line } = await openSite(backend)
  return async (seed: number) => {
    const below = chance(seed)
    const { guestId, name, sent: guest } = await guestOf(backend)
    const sent = { headers: { ...guest.headers, ...fromOwn(seed) } }
    const { socket, join, hears } = await line({ guestId })
    const room = roomOf(PREFIX, name)
    await join(room)
    let stored: readonly Entry[] = []
    const all = () => stored.map(([clientId]) => ({ clientId }))
    const pushed: (string | null | undefined)[][] = []
    const times = new Map<string, unknown>()
    const add = (next: readonly Entry[]) => {
      const previous = newestOf(all())
      if (next !== stored) pushed.push([next.at(-1)?.[0], previous])
      stored = next
    }
    for (let step = 0; step < CHAT_STEPS; step++) {
      const at = `seed ${seed}, step ${step}`
      // slow enough to stay below the limit of messages per minute
      backend.pass(5_000)
      // support can only write to guests who have written before
      const what = step === 0 ? 0 : below(6)
      if (what <= 1) {
        // one of ten message ids, which may already be used
        const [id, text] = [`own-${below(10)}`, `text ${step}`]
        const { status, body } = await backend.call('chat.send', chatText(text, id), sent)
        expect(status, at).toBe(200)
        expect(body.createdAt, at).toBe(times.get(id) ?? body.createdAt)
        times.set(id, body.createdAt)
        add(receive(stored, [id, text]))
      } else if (what <= 3) {
        const [id, text] = [`answer-${step}`, `answer ${step}`]
        await backend.form('/chat/say', { to: name, kind: 'text', text, clientId: id })
        add(receive(stored, [id, text]))
      } else if (what === 4) {
        const skip = below(stored.length + 2)
        const { body } = await backend.call('chat.history', { limit: CHAT_PAGE, skip }, sent)
        const page = (body as unknown as Conversation[]).map(({ clientId, message }) => [clientId, message.payload])
        expect(page, at).toEqual(pageOf(stored, skip).map(([id, message]) => [id, { message }]))
      } else expect(await join(room), at).toEqual({ joined: true, last: newestOf(all()) })
    }
    const heard = await hears(pushed.length)
    expect(
      heard.map(({ clientId, previous }) => [clientId, previous]),
      `seed ${seed}`,
    ).toEqual(pushed)
    socket.close()
  }
}

describe('the simulated server agrees with the real one', () => {
  it('on every reply and on the money, in 1,000 random walks (R385)', { timeout: 300_000 }, async () => {
    const backend = await startBackend({ env: { TRUST_PROXY: '1' } })
    for (let seed = 1; seed <= WALKS; seed++) expect(await walk(backend, seed), `seed ${seed}`).toBe(0)
  })

  it('on the chat history and the order of the socket messages, in 30 random walks (D-24, D-50)', {
    timeout: 300_000,
  }, async () => {
    const walkIn = await chatWalks(await startBackend({ env: { TRUST_PROXY: '1' } }))
    for (let seed = 1; seed <= CHATS; seed++) await walkIn(seed)
  })

  it.each([
    ['codes of text messages (R206, R325, D-40)', codesWalk],
    ['QR codes, their payments and the money (R175, R385)', qrWalk],
    ['logins of a member (R74, R390, D-32)', sessionWalk],
  ])(
    `on every reply and on the final state, in ${SITE_WALKS} random walks: %s`,
    { timeout: 900_000 },
    async (_, walkOn) => {
      const backend = await startBackend({ env: { TRUST_PROXY: '1' } })
      for (let seed = 1; seed <= SITE_WALKS; seed++) await walkOn(backend, seed)
    },
  )
})
