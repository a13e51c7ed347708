import { asc, notLike } from 'drizzle-orm'
import type { AnyActorRef } from 'xstate'
import { type Conversation, conversationId } from '#contract/chat.ts'
import { chatMessages } from '#server/core/schema/chat.ts'
import { CHAT_LAWS } from '#tests/laws/chat-laws.ts'
import type { Chance } from './chance.ts'
import { child, type Move } from './dialogs.ts'
import { filmFile, pictureFile } from './files.ts'
import type { Broken } from './laws.ts'
import type { Database } from './server.ts'

const itemsOf = (chat: AnyActorRef): { clientId: string; ref: AnyActorRef }[] =>
  child(chat, 'chatBox').getSnapshot().context.items
const shownIn = (chat: AnyActorRef): readonly Conversation[] =>
  child(chat, 'chatHistory').getSnapshot().context.messages

/**
 * A text message that the player wrote. `stored`: the tab's storage. `isGone`: the player has removed the message, or
 * the login has ended, which removes unsent messages.
 */
type Written = { text: string; stored: ReadonlyMap<string, string>; isGone: boolean }

/** A player who uses a tab's chat. Adds each message to `written`. No two messages have the same text. */
export class Chatter {
  readonly #name: string
  readonly #stored: ReadonlyMap<string, string>
  readonly #written: Written[]
  #count = 0

  constructor(name: string, stored: ReadonlyMap<string, string>, written: Written[]) {
    this.#name = name
    this.#stored = stored
    this.#written = written
  }

  #write(chat: AnyActorRef): Move {
    const text = `${this.#name} says ${++this.#count}`
    this.#written.push({ text, stored: this.#stored, isGone: false })
    const box = child(chat, 'chatBox')
    box.send({ type: 'draft.type', draft: text })
    box.send({ type: 'draft.submit' })
    return { words: `writes to support: ${text}` }
  }

  #attach(chat: AnyActorRef, isFilm: boolean): Move {
    const title = `${this.#name} ${++this.#count}`
    const file = isFilm ? filmFile(`${title}.mp4`) : pictureFile(`${title}.png`)
    const { name, type, size } = file
    child(chat, 'chatBox').send({ type: 'box.attach', file, facts: { name, type, size } })
    return { words: `sends a ${isFilm ? 'film' : 'picture'} to support` }
  }

  /** Marks the tab's messages as gone, because the tab's login has ended. */
  leave() {
    for (const each of this.#written) if (each.stored === this.#stored) each.isGone = true
  }

  /**
   * Resends the first message that failed, or removes it if it cannot be resent. Returns null if no message has failed.
   */
  mend(chat: AnyActorRef): Move | null {
    for (const { ref } of itemsOf(chat)) {
      const snapshot = ref.getSnapshot()
      const type = ['item.resend', 'item.remove'].find((each) => snapshot.can({ type: each }))
      if (!type || !snapshot.matches('failed')) continue
      const written = this.#written.find(({ text }) => text === snapshot.context.item.message)
      if (written && type === 'item.remove') written.isGone = true
      ref.send({ type })
      return { words: `sends ${type}` }
    }
    return null
  }

  /** Makes the player's next move in the chat. */
  act(chat: AnyActorRef, draw: Chance): Move {
    const share = draw.share()
    if (share < 0.4) return this.#write(chat)
    if (share < 0.48) return this.#attach(chat, draw.is(0.3))
    if (share < 0.66) {
      child(chat, 'chatHistory').send({ type: 'history.more' })
      return { words: 'reads older messages' }
    }
    if (share < 0.72) {
      const isOpen = chat.getSnapshot().matches({ panel: 'open' })
      chat.send({ type: isOpen ? 'panel.close' : 'panel.open' })
      return { words: isOpen ? 'closes the chat' : 'opens the chat' }
    }
    return this.mend(chat) ?? this.#write(chat)
  }
}

/** Returns true if the chat has no unsent messages and is online, and therefore shows every stored message. */
export const isUpToDate = (chat: AnyActorRef): boolean =>
  itemsOf(chat).length === 0 && child(child(chat, 'chatHistory'), 'chatLine').getSnapshot().hasTag('online')

/** Checks the laws of the chat during a run. */
export class ChatLaws {
  readonly written: Written[] = []
  /** The ids of the player's own messages that a tab has shown as sent. */
  readonly #sent = new Set<string>()
  readonly #judged = new Map<AnyActorRef, readonly Conversation[]>()

  /** Returns the laws that are broken in a tab now. */
  judge(name: string, chat: AnyActorRef): Broken[] {
    const shown = shownIn(chat)
    if (this.#judged.get(chat) === shown) return []
    this.#judged.set(chat, shown)
    for (const { sender, clientId } of shown) if (sender === 'customer' && clientId) this.#sent.add(clientId)
    const ids = [...shown.map(conversationId), ...itemsOf(chat).map(({ clientId }) => clientId)]
    // equal times mean the same message twice, because no two messages of a conversation have the same time
    const before = (at: number) => shown[at - 1]?.createdAt ?? ''
    const same = shown.find(({ createdAt }, at) => createdAt === before(at))
    const twice = ids.find((id, at) => ids.indexOf(id) !== at) ?? (same && conversationId(same))
    const late = shown.find(({ createdAt }, at) => createdAt < before(at))
    return [
      ...(twice ? [{ law: CHAT_LAWS.shownOnce.name, how: `${name} shows ${twice} twice` }] : []),
      ...(late ? [{ law: CHAT_LAWS.inOrder.name, how: `${name} shows ${conversationId(late)} too late` }] : []),
    ]
  }

  /** Returns the laws that are broken at the end of a run. `open`: the chats of the tabs, by the tab's name. */
  async end({ db }: Database, open: ReadonlyMap<string, AnyActorRef>): Promise<Broken[]> {
    const broken: Broken[] = []
    const rows = await db.select().from(chatMessages).orderBy(asc(chatMessages.seq))
    const stored = new Set(rows.map(({ clientId }) => clientId))
    for (const id of this.#sent)
      if (!stored.has(id)) broken.push({ law: CHAT_LAWS.toldSent.name, how: `${id} is not stored` })
    const texts = rows.map(({ message }) => (message.payload as { message?: string } | undefined)?.message)
    for (const { text, isGone, stored: kept } of this.written) {
      const times = texts.filter((each) => each === text).length
      if (times > 1) broken.push({ law: CHAT_LAWS.storedOnce.name, how: `${text} is stored ${times} times` })
      const isKept = [...kept.values()].some((value) => value.includes(text))
      if (times === 0 && !isGone && !isKept) broken.push({ law: CHAT_LAWS.nothingLost.name, how: `${text} is nowhere` })
    }
    for (const [name, chat] of open) {
      const ids = shownIn(chat).map(conversationId)
      const owner = rows.find(({ clientId }) => clientId === ids[0])?.chat
      const own = rows.filter((row) => row.chat === owner).map(({ clientId }) => clientId)
      const newest = own.slice(own.length - ids.length)
      if (String(newest) !== String(ids))
        broken.push({ law: CHAT_LAWS.noGap.name, how: `${name} shows ${ids.length} messages, but not the newest ones` })
    }
    return broken
  }
}

/** Returns the owners of the conversations, except those in the demo data, in the same order in every run. */
export const ownersIn = async (database: Database): Promise<string[]> =>
  database.outside(async (tx) => {
    const isOwn = notLike(chatMessages.clientId, 'demo-%')
    const rows = await tx.selectDistinct({ owner: chatMessages.chat }).from(chatMessages).where(isOwn)
    return rows.map(({ owner }) => owner).sort()
  })
