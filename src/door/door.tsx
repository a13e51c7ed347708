import { useSelector } from '@xstate/react'
import { useEffect, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { sessionMachine } from '#machines/session.machine.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { PublicLayout } from '#src/features/session/public-layout.tsx'
import { DoorContext } from './router.tsx'

type Props = { session: ActorRefFrom<typeof sessionMachine>; leave: (to: string) => void; onReady?: () => void }

const never = () => () => {}

/** The login page without the router: rendered at build, and hydrated in its place. */
export function Door({ session, leave, onReady }: Props) {
  useEffect(() => onReady?.(), [onReady])
  const isBusy = useSelector(session, (s) => s.hasTag('busy'))
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <DoorContext value={{ at: '/login', page: <LoginScreen actor={session} />, leave }}>
      <PublicLayout />
      {/* a portal cannot be rendered at build */}
      {isHydrated && <LoadingOverlay shown={isBusy} />}
    </DoorContext>
  )
}
