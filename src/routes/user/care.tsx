import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { Offer } from '#contract/offers.ts'
import type { LimitKind } from '#contract/play-limit.ts'
import { careLogic } from '#src/actors/care.ts'
import { limitReviewLogic } from '#src/actors/limit-review.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { playLimitLogic } from '#src/actors/play-limit.ts'
import { timeCheckLogic } from '#src/actors/time-check.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { CareScreen } from '#src/features/care/care-screen.tsx'
import { LimitReview } from '#src/features/care/limit-review.tsx'
import { PlayLimits } from '#src/features/care/play-limits.tsx'
import { TimeCheck } from '#src/features/care/time-check.tsx'
import { VideoCard } from '#src/features/howto/video-card.tsx'
import { VideoDialog } from '#src/features/howto/video-dialog.tsx'
import { CARE_VIDEO } from '#src/features/howto/videos.ts'
import { named } from '#src/inspect/inspector.ts'
import { useOverlay } from '../-overlay.ts'

const search = v.object({ video: v.fallback(v.optional(v.literal(CARE_VIDEO)), undefined) })

export const Route = createFileRoute('/user/care')({ validateSearch: search, component: Care })

/** Shows the care page if the backend offers it; otherwise redirects to the profile. */
function Care() {
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  if (!offers) return <LoadingOverlay shown />
  if (!offers.includes('care')) return <Navigate to="/user/profile" replace />
  return (
    <Page>
      {offers.includes('limits') ? <Review /> : null}
      {offers.includes('limits') ? <HelpVideo /> : null}
      {offers.includes('limits') ? <Limits kinds={kindsIn(offers)} /> : null}
      {offers.includes('timeCheck') ? <Reminder /> : null}
    </Page>
  )
}

/** Returns the kinds of limits that the backend offers, in the order in which the page shows them. */
const kindsIn = (offers: readonly Offer[]): LimitKind[] => [
  'deposit',
  ...(offers.includes('losses') ? (['loss'] as const) : []),
  ...(offers.includes('time') ? (['time'] as const) : []),
]

const Page = ({ children }: { children: ReactNode }) => (
  <CareScreen actor={useActorRef(careLogic, named('care'))}>{children}</CareScreen>
)
function Review() {
  const { wallet } = Route.useRouteContext()
  return (
    <LimitReview
      actor={useActorRef(limitReviewLogic, { ...named('limitReview'), input: { wallet } })}
      wallet={wallet}
    />
  )
}
function HelpVideo() {
  const { video } = Route.useSearch()
  const { open, close } = useOverlay()
  return (
    <>
      <VideoCard video={CARE_VIDEO} onOpen={() => open({ video: CARE_VIDEO })} />
      {video ? <VideoDialog video={video} onClose={close} /> : null}
    </>
  )
}
function Limits({ kinds }: { kinds: readonly LimitKind[] }) {
  const { wallet } = Route.useRouteContext()
  return <PlayLimits actor={useActorRef(playLimitLogic, { ...named('playLimit'), input: { wallet } })} kinds={kinds} />
}
const Reminder = () => <TimeCheck actor={useActorRef(timeCheckLogic, named('timeCheck'))} />
