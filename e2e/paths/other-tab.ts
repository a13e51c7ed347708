import { expect } from '@playwright/test'
import { guestName } from '#contract/chat.ts'
import { bodyOf, type KeptItem } from '#machines/chat-item.ts'
import type { It } from './world.ts'

/** What is written to support from another tab of this browser arrives. */
export async function sayInOtherTab({ page, backend }: It, { clientId, item }: KeptItem) {
  const { token, guest } = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    guest: localStorage.getItem('guest-id') ?? '',
  }))
  const who = token ? { userId: await backend.id(), guestId: null } : { userId: null, guestId: guestName(guest) }
  const reply = await page.request.post('/api/chat/send-message', {
    headers: {
      'X-Requested-With': 'wallet-user',
      'Idempotency-Key': crypto.randomUUID(),
      Authorization: token ? `Bearer ${token}` : `Guest ${guest}`,
    },
    data: { ...who, sender: 'customer', message: bodyOf(item), clientId },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}
