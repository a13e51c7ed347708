import { and, desc, eq, gt, max, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { CHAT_PAGE, CHAT_TEXT_MOST } from '#contract/chat.ts'
import { ChatMessage } from '#contract/chat-content.ts'
import { newKey } from '#contract/random.ts'
import { text } from '#contract/text.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { chatMessages, chats } from '#server/core/schema/chat.ts'
import { members } from '#server/core/schema/members.ts'
import type { Said } from '#server/core/world.ts'
import { conversationOf, newestOf, pageOf, say } from '#server/domain/chat.ts'
import { fileAddresses } from '#server/domain/file-address.ts'
import { newSaying, SAYINGS } from './agent-says.ts'
import { botAnswer } from './bot.ts'
import { chatPage } from './chat-page.ts'
import { formsAt, YesNo } from './form.ts'
import { ownFile } from './own-file.ts'

/** How long the bot stays silent in a conversation after a support agent has replied, in ms. */
const BOT_WAITS = 10 * 60_000
const SHOWN = 50
const LIST = 200

const Whose = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const Raw = v.pipe(
  v.string(),
  v.maxLength(20_000),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value)
    } catch {
      addIssue({ message: 'no JSON' })
      return NEVER
    }
  }),
  ChatMessage,
)
/**
 * A message from support to a customer (by id) or a member (by username): either a complete message, or a kind and a
 * text.
 */
const Say = v.union([
  v.object({ to: Whose, message: Raw, clientId: v.optional(text(100)) }),
  v.object({ to: Whose, kind: v.picklist(SAYINGS), text: text(CHAT_TEXT_MOST), clientId: v.optional(text(100)) }),
])

type Parts = Pick<Base, 'now' | 'push' | 'settings' | 'siteKey'> & { database: () => Db }

/** The simulated support desk. Shows the conversations, in which a person or the bot replies. Source: R184–R197. */
export function createChat({ database, now, push, settings, siteKey }: Parts) {
  let isBotOn = settings.chatBot
  const addresses = (db: Db) => fileAddresses({ db, siteKey, settings, now })
  const pages = new Hono()
  const form = formsAt(pages)

  /** Returns a customer's id. `to` is that id or a member's username. Throws NO_DATA if there is no such customer. */
  async function ownerOf(to: string): Promise<string> {
    const db = database()
    const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, to))
    if (member) return member.id
    if ((await db.$count(members, eq(members.id, to))) + (await db.$count(chats, eq(chats.owner, to))) === 0)
      throw new ApiError('NO_DATA', 404)
    return to
  }

  async function answer(
    owner: string,
    what: (tx: Db) => Promise<ChatMessage>,
    name: string,
    clientId: string = newKey(),
  ) {
    const at = new Date(now())
    const said = await database().transaction(async (tx) => {
      const saying = { chat: owner, clientId, sender: 'other' as const, message: await what(tx), name }
      return (await say(tx, await addresses(tx), saying, at)).said
    })
    if (said) push(said)
  }

  async function sayByHand(input: v.InferOutput<typeof Say>) {
    const owner = await ownerOf(input.to)
    const at = new Date(now())
    const what = async (db: Db) =>
      'message' in input
        ? input.message
        : newSaying(input.kind, input.text, { db, owner, folder: settings.uploads, at })
    await answer(owner, what, 'แอดมิน', input.clientId)
    await database().update(chats).set({ answeredAt: at }).where(eq(chats.owner, owner))
  }

  /** Lets the bot reply, unless a support agent has recently replied. */
  async function hear({ owner, conversation }: Said) {
    if (!isBotOn) return
    const db = database()
    const isAttended = and(eq(chats.owner, owner), gt(chats.answeredAt, new Date(now() - BOT_WAITS)))
    if ((await db.$count(chats, isAttended)) > 0) return
    const heard = async (tx: Db) => {
      const recent = await pageOf(tx, owner, { limit: CHAT_PAGE, skip: 0 })
      return recent.filter(({ sender }) => sender === 'customer').map(({ message }) => message)
    }
    await answer(owner, async (tx) => botAnswer(conversation, await heard(tx)), 'krapao')
  }

  /** Selects the conversations, most recently active first, with the number of messages that support has not read. */
  const list = () =>
    database()
      .select({
        owner: chats.owner,
        member: members.name,
        at: max(chatMessages.createdAt),
        unread:
          sql<number>`count(*) filter (where ${chatMessages.sender} = 'customer' and ${chatMessages.seq} > ${chats.agentReadSeq})`.mapWith(
            Number,
          ),
      })
      .from(chats)
      .innerJoin(chatMessages, eq(chatMessages.chat, chats.owner))
      .leftJoin(members, eq(members.id, chats.owner))
      .groupBy(chats.owner, members.name)
      .orderBy(desc(max(chatMessages.seq)))
      .limit(LIST)

  async function messagesOf(owner: string) {
    const rows = await pageOf(database(), owner, { limit: SHOWN, skip: 0 })
    const made = await addresses(database())
    return rows.map((row) => conversationOf(made, row))
  }
  async function markSeen(owner: string) {
    const newest = await newestOf(database(), owner)
    if (newest) await database().update(chats).set({ agentReadSeq: newest.seq }).where(eq(chats.owner, owner))
  }

  pages.get('/', async (c) => {
    const chosen = c.req.query('with')
    const owner = chosen ? await ownerOf(chosen) : null
    if (owner) await markSeen(owner)
    const open = owner ? { owner, messages: await messagesOf(owner) } : null
    return c.html(chatPage({ chats: await list(), open, isBotOn }))
  })
  pages.get('/conversations', async (c) => c.json(await list()))
  pages.get('/messages', async (c) => c.json(await messagesOf(await ownerOf(c.req.query('with') ?? ''))))
  /** Returns a string that changes with every new message. */
  pages.get('/newest', async (c) => {
    const [newest] = await database()
      .select({ seq: max(chatMessages.seq) })
      .from(chatMessages)
    return c.text(String(newest?.seq ?? 0))
  })
  pages.get('/live.js', ownFile('server/demo/sandbox/chat-live.js', 'text/javascript'))
  form('/say', Say, sayByHand, ({ to }) => `/sandbox/chat?with=${encodeURIComponent(to)}`)
  form(
    '/bot',
    v.object({ isOn: YesNo }),
    async ({ isOn }) => {
      isBotOn = isOn
    },
    () => '/sandbox/chat',
  )
  return { pages, hear }
}
