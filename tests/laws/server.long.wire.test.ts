import { describe, expect, it } from 'vitest'
import { CHAT_PAGE, type Conversation, roomOf } from '#contract/chat.ts'
import { PREFIX } from '#server/domain/chat.ts'
import { chatText, guestOf } from '#tests/kit/chat.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { chance, fromOwn } from './chance.ts'
import type { flows } from './flows.ts'
import { type Entry, newestOf, pageOf, receive } from './sites/chat-server.ts'
import { codesWalk } from './sites/codes-walk.ts'
import { qrWalk } from './sites/qr-walk.ts'
import { sessionWalk } from './sites/session-walk.ts'
import { bankTransfer, erasureByPassword, playLimit, register } from './walks/account.ts'
import { DAY, NIGHT } from './walks/counts.ts'
import { giftLink, qrCancel, qrCreate, slipUpload } from './walks/deposits.ts'
import { gameOpening, gamePassword } from './walks/games.ts'
import { gameAccount, transfer, withdraw } from './walks/moves.ts'
import { bonus, bonusEnd, coupons, inviteBonus, promotion, refund, spin } from './walks/rewards.ts'
import type { ChangeWalk } from './walks/walk.ts'

const WALKS = process.env.NIGHT ? NIGHT : DAY
/** Chat walks have more steps than other walks, so that a conversation has several pages. */
const CHAT_STEPS = 40

/**
 * The changes that have walks of their own. `limitQuestion` sends the same call as `playLimit`, `gameFill` as
 * `gameAccount`, and `agedTransfer` as `transfer`. The model does not distinguish a passkey from a password.
 */
type Walked = Exclude<
  keyof typeof flows,
  | 'transfer'
  | 'agedTransfer'
  | 'gameFill'
  | 'limitQuestion'
  | 'erasureByPasskey'
  | `plain${string}`
  | `limited${string}`
>
const CHANGES = {
  ...{ withdraw, giftLink, bonus, bonusEnd, promotion, refund, spin, coupons, gameAccount, inviteBonus },
  ...{
    gameOpening,
    gamePassword,
    bankTransfer,
    slipUpload,
    qrCreate,
    qrCancel,
    erasureByPassword,
    playLimit,
    register,
  },
} satisfies Record<Walked, ChangeWalk>

/** The words of the model for each answer that the server may give. */
const ANSWERS = [
  'it knows the key and repeats its refusal',
  'it knows the key and repeats that the change was made',
  'it makes the change',
  'it refuses the change',
  'the member is not signed in',
  'the site is closed',
]
/** The answers that a change never gets: a limit cannot be refused, and nobody needs a login to register. */
const NEVER: Record<string, readonly string[]> = {
  playLimit: ['it refuses the change', 'it knows the key and repeats its refusal'],
  register: ['the member is not signed in'],
}

/** Runs random walks of one change, and expects that every answer that it may get was given. */
async function expectAgreement(name: string, walk: ChangeWalk, count: number) {
  const backend = await startBackend({ env: { TRUST_PROXY: '1' } })
  const answered = new Set<string>()
  for (let seed = 1; seed <= count; seed++) for (const words of await walk(backend, seed)) answered.add(words)
  expect([...answered].sort()).toEqual(ANSWERS.filter((words) => !NEVER[name]?.includes(words)))
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
  it(`on every reply and on the money, in ${WALKS.transfer} random walks (R385)`, { timeout: 300_000 }, () =>
    expectAgreement('transfer', transfer, WALKS.transfer),
  )

  it.each(Object.entries(CHANGES))(
    `on every reply and on how often the change was made, in ${WALKS.change} random walks: %s (R385)`,
    { timeout: 900_000 },
    (name, walk) => expectAgreement(name, walk, WALKS.change),
  )

  it(`on the chat history and the order of the socket messages, in ${WALKS.chat} random walks (D-24, D-50)`, {
    timeout: 300_000,
  }, async () => {
    const walkIn = await chatWalks(await startBackend({ env: { TRUST_PROXY: '1' } }))
    for (let seed = 1; seed <= WALKS.chat; seed++) await walkIn(seed)
  })

  it.each([
    ['codes of text messages (R206, R325, D-40)', codesWalk],
    ['QR codes, their payments and the money (R175, R385)', qrWalk],
    ['logins of a member (R74, R390, D-32)', sessionWalk],
  ])(
    `on every reply and on the final state, in ${WALKS.site} random walks: %s`,
    { timeout: 900_000 },
    async (_, walkOn) => {
      const backend = await startBackend({ env: { TRUST_PROXY: '1' } })
      for (let seed = 1; seed <= WALKS.site; seed++) await walkOn(backend, seed)
    },
  )
})
