import { eq } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import { waitFor } from 'xstate'
import { conversationId, guestName } from '#contract/chat.ts'
import { chatMessages } from '#server/core/schema/chat.ts'
import { newChat } from '#src/actors/chat.ts'
import { wire } from '#src/api/request.ts'
import { line } from './played-line.ts'
import type { Backend } from './server.ts'
import { until } from './until.ts'
import { fakeWindow } from './window.ts'

type Chat = ReturnType<typeof newChat>

/** The product's running chat: its actors, what it shows, and the player's actions. */
export function chatParts(chatNow: () => Chat | null) {
  const there = <Part>(part: Part | null | undefined): Part => {
    if (!part) throw new Error('there is no chat')
    return part
  }
  const chat = () => there(chatNow())
  const history = () => there(chat().getSnapshot().children.chatHistory)
  const box = () => there(chat().getSnapshot().children.chatBox)
  const lineOf = () => there(history().getSnapshot().children.chatLine)
  const messages = () => history().getSnapshot().context.messages
  const items = () => box().getSnapshot().context.items
  return {
    chat,
    history,
    box,
    messages,
    items,
    ids: () => messages().map(conversationId),
    texts: () => messages().map(({ message }) => (message.payload as { message: string }).message),
    unread: () => chat().getSnapshot().context.unread,
    known: (n: number) => waitFor(history(), ({ context }) => context.messages.length === n),
    /** Waits until the socket's machine is in this sub-state of `open`. */
    is: (state: 'connecting' | 'live') =>
      waitFor(lineOf(), (s) =>
        state === 'connecting' ? s.matches({ open: state }) : s.matches({ open: { up: 'live' } }),
      ),
    say: (text: string) => {
      box().send({ type: 'draft.type', draft: text })
      box().send({ type: 'draft.submit' })
    },
    /** Loads a page of older messages, as the list does when it is scrolled to the top. */
    scrollUp: async () => {
      history().send({ type: 'history.more' })
      await waitFor(history(), (s) => s.matches('waiting'))
    },
    failed: () => until(() => expect(items()[0]?.ref.getSnapshot().matches('failed')).toBe(true)),
    resend: async () => {
      items()[0]?.ref.send({ type: 'item.resend' })
      await until(() => expect(items()).toEqual([]))
    },
  }
}

/** Runs the product's chat until the test ends. `restart` simulates a reload of the page. */
export function runChat() {
  let chat = newChat().start()
  onTestFinished(() => void chat.stop())
  return {
    ...chatParts(() => chat),
    restart: () => {
      chat.stop()
      chat = newChat().start()
    },
  }
}

/** A guest's chat with a backend. The test simulates the socket (kit/played-line.ts). */
export async function playChat(backend: Backend) {
  await backend.turn('enableChatWidget', true)
  const stores = fakeWindow()
  const own = { ...wire }
  onTestFinished(() => {
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
  const sent: { path: string; headers: Headers }[] = []
  wire.fetch = (url, init) => {
    sent.push({ path: url, headers: new Headers(init.headers) })
    return backend.fetch(url, init)
  }
  let stands = true
  backend.listeners.push(({ conversation }) => stands && line.hear?.message(conversation))
  const parts = runChat()
  await parts.is('connecting')
  const guest = () => stores.local.get('guest-id') ?? ''
  const rows = () =>
    backend.db
      .select()
      .from(chatMessages)
      .where(eq(chatMessages.chat, guestName(guest())))
      .orderBy(chatMessages.seq)
  return {
    ...parts,
    stores,
    sent,
    guest,
    rows,
    /** Connects the socket, joins the room, and waits until the chat is live. */
    join: async () => {
      stands = true
      line.hear?.up()
      line.hear?.joined({ joined: true, last: (await rows()).at(-1)?.clientId ?? null })
      await parts.is('live')
    },
    /** Resumes message delivery on the socket. */
    mend: () => {
      stands = true
    },
    /** Stops message delivery on the socket. The browser notices this only if `isHeard` is true. */
    cut: (isHeard = true) => {
      stands = false
      if (isHeard) line.hear?.down()
    },
    /** Simulates a reload of the page. */
    reload: () => {
      parts.restart()
      return parts.is('connecting')
    },
    /** Sends a message as support. */
    answer: (text: string) => backend.form('/chat/say', { to: guestName(guest()), kind: 'text', text }),
    /** The unread count that the server reports. */
    unreadThere: async () => {
      const reply = await backend.send('GET', '/api/chat/config', { headers: { Authorization: `Guest ${guest()}` } })
      return (await reply.json()).unread
    },
  }
}
/** The return type of {@link playChat}. */
export type PlayedChat = Awaited<ReturnType<typeof playChat>>
