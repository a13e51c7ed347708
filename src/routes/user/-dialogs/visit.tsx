import { useActorRef } from '@xstate/react'
import type { Session } from '#src/actors/session.ts'
import { visitLogic } from '#src/actors/visit.ts'
import { VisitAlert } from '#src/features/care/visit-alert.tsx'
import { named } from '#src/inspect/inspector.ts'

/** Reminds the member of the time on every page. */
export default function Visit({ session }: { session: Session }) {
  const actor = useActorRef(visitLogic, named('visit'), (seen) => {
    if (seen.matches('left')) session.send({ type: 'session.logout' })
  })
  return <VisitAlert actor={actor} />
}
