import { useRouter, useSearch } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { chatFlagLogic } from '#src/actors/contact.ts'
import { useOverlay } from './-overlay.ts'

/** Comes when there is a chat. */
const Chat = lazy(() => import('./-chat.tsx'))

/** Where the chat stands, once it is known that there is one. Source: R60, D-52. */
export function ChatPlace() {
  const { session } = useRouter().options.context
  const isOn = useSelector(useActorRef(chatFlagLogic), (s) => s.context.found === true)
  const { chat } = useSearch({ strict: false })
  const { open, close } = useOverlay()
  if (!isOn) return null
  return (
    <Suspense>
      <Chat session={session} isOpen={chat === 'open'} onOpen={() => open({ chat: 'open' })} onClose={close} />
    </Suspense>
  )
}
