import { CatchBoundary, useRouter, useSearch } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { chatFlagLogic } from '#src/actors/contact.ts'
import { named } from '#src/inspect/inspector.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { useOverlay } from './-overlay.ts'

/** Loaded lazily, only if the site has a chat. */
const Chat = lazy(() => import('./-chat.tsx'))

/** Renders the chat once the site is known to have one. Source: R60, D-52. */
export function ChatPlace() {
  const { session } = useRouter().options.context
  const isOn = useSelector(useActorRef(chatFlagLogic, named('chatFlag')), (s) => s.context.found === true)
  const { chat, about } = useSearch({ strict: false })
  const { open, close, clearAbout } = useOverlay()
  if (!isOn) return null
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={NoChat}>
      <Suspense>
        <Chat
          session={session}
          isOpen={chat === 'open'}
          about={about && `“${about}”\n`}
          onBegun={clearAbout}
          onOpen={() => open({ chat: 'open' })}
          onClose={close}
        />
      </Suspense>
    </CatchBoundary>
  )
}

/** Shown in place of a chat that failed or whose files no longer exist, for example after a new release of the site. */
function NoChat() {
  const { t } = useTexts()
  return (
    <p className="hint" role="status">
      {t('chat.absent')}{' '}
      <button type="button" className="link" onClick={() => location.reload()}>
        {t('crash.reload')}
      </button>
    </p>
  )
}
