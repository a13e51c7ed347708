import { createFileRoute } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import * as v from 'valibot'
import { homeLogic, seenAgreement, unsettled } from '#src/actors/home.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { HOME_DIALOGS, useOverlay } from '../-overlay.ts'

const search = v.object({
  dialog: v.fallback(v.optional(v.picklist(HOME_DIALOGS)), undefined),
  game: v.fallback(v.optional(v.string()), undefined),
  from: v.fallback(v.optional(v.string()), undefined),
})

export const Route = createFileRoute('/user/home')({ validateSearch: search, component: Home })

/** The page's dialogs. Each is loaded when it first opens. */
const dialogs = {
  deposit: lazy(() => import('./-dialogs/deposit.tsx')),
  withdraw: lazy(() => import('./-dialogs/withdraw.tsx')),
  transfer: lazy(() => import('./-dialogs/transfer.tsx')),
  game: lazy(() => import('./-dialogs/game.tsx')),
  invite: lazy(() => import('./-dialogs/invite.tsx')),
  refund: lazy(() => import('./-dialogs/refund.tsx')),
}

function Home() {
  const { wallet, session } = Route.useRouteContext()
  const { dialog, game, from } = Route.useSearch()
  const { open, close } = useOverlay()
  const actor = useActorRef(homeLogic, { ...named('home'), input: { wallet, seen: seenAgreement() } })
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  const Dialog = dialog && dialogs[dialog]
  return (
    <HomeScreen
      actor={actor}
      wallet={wallet}
      unsettled={unsettled()}
      isCovered={dialog !== undefined}
      hasLimits={offers?.includes('limits') === true}
      onOpen={open}
    >
      <Suspense fallback={<LoadingOverlay shown />}>
        {Dialog ? <Dialog wallet={wallet} session={session} game={game} from={from} onClose={close} /> : null}
      </Suspense>
    </HomeScreen>
  )
}
