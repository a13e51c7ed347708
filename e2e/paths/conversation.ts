import { expect } from '@playwright/test'
import * as v from 'valibot'
import { CHAT_PAGE, Conversation, guestName } from '#contract/chat.ts'
import { bodyOf, type KeptItem } from '#machines/lib/chat-item.ts'
import { Desk } from '../pages/chat.ts'
import type { It } from './fixtures.ts'

/** Enables the site's chat and opens it at this address. */
export async function openChat({ page, sandbox, chat }: It, address: string) {
  await sandbox.turn('enableChatWidget', true)
  await page.goto(address)
  await expect(chat.panel).toBeVisible()
}

/** Sends support a text message. */
export async function write({ chat }: It, text: string) {
  await chat.box.fill(text)
  await chat.box.press('Enter')
}

/** Sends support a file with the given content. */
export const attach = ({ chat }: It, name: string, mimeType: string, content: Uint8Array | string) =>
  chat.file.setInputFiles({ name, mimeType, buffer: Buffer.from(content) })

/** Returns an item's text, or '' if it has none. */
export const wordsOf = ({ item }: KeptItem) => (item.type === 'text' ? item.message : '')

/** The guest's unsent items in this tab. */
export const kept = async ({ page }: It): Promise<KeptItem[]> =>
  JSON.parse(await page.evaluate(() => sessionStorage.getItem('chat.guest') ?? '[]'))

/** Returns the current user, in the form that the server receives. */
export async function speaker({ page, backend }: It) {
  const { token, guest } = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    guest: localStorage.getItem('guest-id') ?? '',
  }))
  const who = token ? { userId: await backend.id(), guestId: null } : { userId: null, guestId: guestName(guest) }
  return { who, authorization: token ? `Bearer ${token}` : `Guest ${guest}` }
}

/** Calls the server directly, with this browser's credentials. */
async function post(it: It, path: string, data: object): Promise<unknown> {
  const { who, authorization } = await speaker(it)
  const reply = await it.page.request.post(path, {
    headers: {
      'X-Requested-With': 'wallet-user',
      'Idempotency-Key': crypto.randomUUID(),
      Authorization: authorization,
    },
    data: { ...who, ...data },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return reply.json()
}

/** The newest page of the conversation on the server, oldest message first. */
export const newestPage = async (it: It) =>
  v.parse(v.array(Conversation), await post(it, '/api/chat/history', { limit: CHAT_PAGE, skip: 0 })).reverse()

/** The newest message on the server. */
export async function newest(it: It) {
  const message = (await newestPage(it)).at(-1)
  if (!message) throw new Error('the conversation is empty')
  return message
}

/** Sends a message from support. */
export async function supportSays(it: It, text: string) {
  const { who } = await speaker(it)
  await new Desk(new URL(it.page.url()).origin).say(who.guestId ?? it.phone, text)
}

/** Sends a message from another tab of this browser. */
export const sayInOtherTab = (it: It, { clientId, item }: KeptItem) =>
  post(it, '/api/chat/send-message', { sender: 'customer', message: bodyOf(item), clientId })
