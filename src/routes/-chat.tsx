import { useSelector } from '@xstate/react'
import { chatOf } from '#src/actors/chat.ts'
import type { Session } from '#src/actors/session.ts'
import { ChatWidget, useChatAt } from '#src/features/chat/chat-widget.tsx'

type Props = { session: Session; isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The chat of who is at the browser. */
export default function Chat({ session, isOpen, onOpen, onClose }: Props) {
  const actor = useSelector(session, () => chatOf(session))
  useChatAt(actor, isOpen)
  return <ChatWidget key={actor.sessionId} actor={actor} onOpen={onOpen} onClose={onClose} />
}
