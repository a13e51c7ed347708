import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { chatNow, followChat } from '#src/actors/chat.ts'
import type { Session } from '#src/actors/session.ts'
import { ChatWidget, type Opening, useChatAt } from '#src/features/chat/chat-widget.tsx'

type Place = Omit<ComponentProps<typeof ChatWidget>, 'actor'> & Opening

/** The chat of the current user. */
export default function Chat({ session, ...place }: Place & { session: Session }) {
  const follow = useCallback((tell: () => void) => followChat(session, tell), [session])
  const actor = useSyncExternalStore(follow, chatNow)
  return actor ? <Placed key={actor.sessionId} actor={actor} {...place} /> : null
}

function Placed({ isOpen, about, onBegun, ...widget }: ComponentProps<typeof ChatWidget> & Opening) {
  useChatAt(widget.actor, { isOpen, about, onBegun })
  return <ChatWidget {...widget} />
}
