import { vi } from 'vitest'
import { attach, type Page } from '#src/inspect/attach.ts'
import { CONNECTED } from '#src/inspect/protocol.ts'
import type { Message } from '#src/inspect/receiver/world.ts'
import { onWarning } from '#src/lib/warn.ts'

const ORIGIN = 'https://krapao.example'

/**
 * A page connected to the inspector, and everything sent to its receiver. With `isBlocked`, the browser blocks new
 * windows.
 */
export function inspected({ isBlocked = false, url = '/inspect.html' } = {}) {
  const heard = new Map<string, (event: MessageEvent) => void>()
  const sent: { message: Message; origin: string }[] = []
  const receiver = {
    closed: false,
    focus: () => {},
    postMessage: (message: Message, origin: string) => void sent.push({ message, origin }),
  }
  const open = vi.fn(() => (isBlocked ? null : receiver))
  const page = {
    open,
    location: { href: `${ORIGIN}/login`, origin: ORIGIN },
    addEventListener: (type: string, hear: (event: MessageEvent) => void) => void heard.set(type, hear),
  } as unknown as Page
  const attached = attach(page, url, onWarning)
  const hear = (data: unknown, origin = new URL(url, ORIGIN).origin, source: object = receiver) =>
    heard.get('message')?.({ data, origin, source } as MessageEvent)
  return {
    open: attached.open,
    opened: open,
    receiver,
    sent,
    hear,
    /** Simulates the receiver's message that it is ready. */
    connect: () => hear({ type: CONNECTED }),
    leave: () => heard.get('pagehide')?.(new Event('pagehide') as MessageEvent),
    /** The names of the announced actors, in order. */
    names: () => sent.flatMap(({ message }) => (message.type === '@xstate.actor' ? [message.name] : [])),
    messages: () => sent.map(({ message }) => message),
  }
}
