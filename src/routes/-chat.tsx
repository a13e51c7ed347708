import { useSelector } from '@xstate/react'
import { type ComponentProps, useCallback } from 'react'
import { openChat } from '#src/actors/chat.ts'
import type { Session } from '#src/actors/session.ts'
import { ChatWidget, type Opening, useChatAt, useChatOf } from '#src/features/chat/chat-widget.tsx'

type Place = Omit<ComponentProps<typeof ChatWidget>, 'actor'> & Opening

/** Shows the chat of the current user, a member or a guest. */
export default function Chat({ session, ...place }: Place & { session: Session }) {
  const actor = useSelector(session, (s) => s.context.chat)
  useChatOf(
    actor,
    useCallback(() => openChat(session), [session]),
  )
  return actor ? <Placed key={actor.sessionId} actor={actor} {...place} /> : null
}

function Placed({ isOpen, about, onBegun, ...widget }: ComponentProps<typeof ChatWidget> & Opening) {
  useChatAt(widget.actor, { isOpen, about, onBegun })
  return <ChatWidget {...widget} />
}
