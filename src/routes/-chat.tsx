import { type ComponentProps, useCallback, useSyncExternalStore } from 'react'
import { chatNow, followChat } from '#src/actors/chat.ts'
import type { Session } from '#src/actors/session.ts'
import { ChatWidget, useChatAt } from '#src/features/chat/chat-widget.tsx'

type Place = Omit<ComponentProps<typeof ChatWidget>, 'actor'> & { isOpen: boolean }

/** The chat of the current user. */
export default function Chat({ session, ...place }: Place & { session: Session }) {
  const follow = useCallback((tell: () => void) => followChat(session, tell), [session])
  const actor = useSyncExternalStore(follow, chatNow)
  return actor ? <Placed key={actor.sessionId} actor={actor} {...place} /> : null
}

function Placed({ isOpen, ...widget }: ComponentProps<typeof ChatWidget> & { isOpen: boolean }) {
  useChatAt(widget.actor, isOpen)
  return <ChatWidget {...widget} />
}
