import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { createActor, createEmptyActor } from 'xstate'
import type { Conversation } from '#contract/chat.ts'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { ChatMessages } from '#src/features/chat/chat-messages.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { said, who } from '#tests/kit/samples/chat.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId })
afterEach(() => setZone(''))

/** A message sent at a Bangkok time. */
const at = (time: string): Conversation => ({
  ...said(time, 0, { message_type: 'text', payload: { message: time } }, 'customer'),
  createdAt: new Date(`${time}+07:00`).toISOString(),
})

/** Renders the messages and returns the day name above each one, or null. */
async function daysOf(found: Conversation[]) {
  const owner = createEmptyActor() as never
  const history = createActor(frozen(chatHistoryMachine), { input: { owner } }).start()
  const box = frozen(chatBoxMachine, { chatMessage: frozen(chatMessageMachine) })
  const input = { owner, kept: [], draft: '' }
  history.send({ type: 'line.configured', who, unread: 0 })
  history.send({ type: 'line.missed', found, since: undefined })
  await act(async () =>
    render(
      <div style={{ display: 'grid', inlineSize: 390, blockSize: 600 }}>
        <ChatMessages history={history} box={createActor(box, { input }).start()} />
      </div>,
    ),
  )
  const list = await screen.findByRole('region', { name: th.chat.log })
  await screen.findByText(found.at(-1)?.clientId ?? '')
  return [...list.querySelectorAll('[class*=row]')].map((row) => row.querySelector('[class*=day]')?.textContent ?? null)
}

it.each(['UTC', 'America/New_York', 'Asia/Bangkok'])(
  'the message list starts each day at midnight in Bangkok on a device in the time zone %s (R186)',
  async (zone) => {
    await setZone(zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const times = ['2024-01-02T00:30:00', '2024-01-02T06:30:00', '2024-01-02T07:30:00', '2024-01-02T23:30:00']
    const days = await daysOf([...times, '2024-01-03T00:30:00'].map(at))
    expect(days).toEqual(['02/01/2024', null, null, null, '03/01/2024'])
  },
)
