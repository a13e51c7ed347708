import { useActorRef, useSelector } from '@xstate/react'
import { offersLogic } from '#src/actors/offers.ts'
import type { Session } from '#src/actors/session.ts'
import { visitLogic } from '#src/actors/visit.ts'
import { VisitAlert } from '#src/features/care/visit-alert.tsx'
import { named } from '#src/inspect/inspector.ts'

type Props = { session: Session }

/**
 * Reminds the member at intervals, on every page, how long this visit has lasted. Renders nothing if the backend does
 * not support these reminders.
 */
export default function Visit({ session }: Props) {
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  return offers?.includes('timeCheck') ? <Reminders session={session} /> : null
}

function Reminders({ session }: Props) {
  const actor = useActorRef(visitLogic, named('visit'), (seen) => {
    if (seen.matches('left')) session.send({ type: 'session.logout' })
  })
  return <VisitAlert actor={actor} />
}
