import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { careLogic } from '#src/actors/care.ts'
import { depositLimitLogic } from '#src/actors/deposit-limit.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { timeCheckLogic } from '#src/actors/time-check.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { CareScreen } from '#src/features/care/care-screen.tsx'
import { DepositLimits } from '#src/features/care/deposit-limits.tsx'
import { TimeCheck } from '#src/features/care/time-check.tsx'
import { named } from '#src/inspect/inspector.ts'

export const Route = createFileRoute('/user/care')({ component: Care })

/** The care page if the backend offers it, else a redirect to the profile. */
function Care() {
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  if (!offers) return <LoadingOverlay shown />
  if (!offers.includes('care')) return <Navigate to="/user/profile" replace />
  return (
    <Page>
      {offers.includes('limits') ? <Limits /> : null}
      {offers.includes('timeCheck') ? <Reminder /> : null}
    </Page>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <CareScreen actor={useActorRef(careLogic, named('care'))}>{children}</CareScreen>
)
const Limits = () => <DepositLimits actor={useActorRef(depositLimitLogic, named('depositLimit'))} />
const Reminder = () => <TimeCheck actor={useActorRef(timeCheckLogic, named('timeCheck'))} />
