import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { careLogic } from '#src/actors/care.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { CareScreen } from '#src/features/care/care-screen.tsx'
import { named } from '#src/inspect/inspector.ts'

export const Route = createFileRoute('/user/care')({ component: Care })

/** The page of a backend that offers it; with any other the profile. */
function Care() {
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  if (!offers) return <LoadingOverlay shown />
  return offers.includes('care') ? <Page /> : <Navigate to="/user/profile" replace />
}

const Page = () => <CareScreen actor={useActorRef(careLogic, named('care'))} />
