import { expect } from '@playwright/test'
import * as v from 'valibot'
import { CHAT_PAGE, Conversation, guestName } from '#contract/chat.ts'
import { bodyOf, type KeptItem } from '#machines/chat-item.ts'
import { Desk } from '../pages/chat.ts'
import type { It } from './world.ts'

/** What this browser tells the server of who it is, and by which name the conversation goes. */
export async function speaker({ page, backend }: It) {
  const { token, guest } = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    guest: localStorage.getItem('guest-id') ?? '',
  }))
  const who = token ? { userId: await backend.id(), guestId: null } : { userId: null, guestId: guestName(guest) }
  return { who, authorization: token ? `Bearer ${token}` : `Guest ${guest}` }
}

/** The newest page of the conversation as the server has it, oldest first. */
export async function newestPage(it: It) {
  const { who, authorization } = await speaker(it)
  const reply = await it.page.request.post('/api/chat/history', {
    headers: { 'X-Requested-With': 'wallet-user', Authorization: authorization },
    data: { ...who, limit: CHAT_PAGE, skip: 0 },
  })
  expect(reply.status(), await reply.text()).toBe(200)
  return v.parse(v.array(Conversation), await reply.json()).reverse()
}

/** The newest message that the server has. */
export async function newest(it: It) {
  const message = (await newestPage(it)).at(-1)
  if (!message) throw new Error('nothing was said')
  return message
}

/** Support says something, past the page. */
export async function supportSays(it: It, text: string) {
  const { who } = await speaker(it)
  await new Desk(new URL(it.page.url()).origin).say(who.guestId ?? it.phone, text)
}

/** What is written to support from another tab of this browser arrives. */
export async function sayInOtherTab(it: It, { clientId, item }: KeptItem) {
  const { who, authorization } = await speaker(it)
  const reply = await it.page.request.post('/api/chat/send-message', {
    headers: {
      'X-Requested-With': 'wallet-user',
      'Idempotency-Key': crypto.randomUUID(),
      Authorization: authorization,
    },
    data: { ...who, sender: 'customer', message: bodyOf(item), clientId },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}
