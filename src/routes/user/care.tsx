import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { careLogic } from '#src/actors/care.ts'
import { depositLimitLogic } from '#src/actors/deposit-limit.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { CareScreen } from '#src/features/care/care-screen.tsx'
import { named } from '#src/inspect/inspector.ts'

export const Route = createFileRoute('/user/care')({ component: Care })

/** The page of a backend that offers it; with any other the profile. */
function Care() {
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  if (!offers) return <LoadingOverlay shown />
  if (!offers.includes('care')) return <Navigate to="/user/profile" replace />
  return offers.includes('limits') ? <WithLimits /> : <Page />
}

const Page = () => <CareScreen actor={useActorRef(careLogic, named('care'))} limits={null} />
/** The page of a backend that has limits of deposits. */
const WithLimits = () => (
  <CareScreen
    actor={useActorRef(careLogic, named('care'))}
    limits={useActorRef(depositLimitLogic, named('depositLimit'))}
  />
)
