import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import * as v from 'valibot'
import { depositLogic, qrRules } from '#src/actors/deposit.ts'
import { homeLogic, seenAgreement } from '#src/actors/home.ts'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { SoonDialog } from '#src/features/soon/soon-dialog.tsx'
import { HOME_DIALOGS, useOverlay } from '../-overlay.ts'

const search = v.object({
  dialog: v.fallback(v.optional(v.picklist(HOME_DIALOGS)), undefined),
  game: v.fallback(v.optional(v.string()), undefined),
})

export const Route = createFileRoute('/user/home')({ validateSearch: search, component: Home })

function Home() {
  const { wallet } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const { open, close } = useOverlay()
  const actor = useActorRef(homeLogic, { input: { wallet, seen: seenAgreement() } })
  return (
    <HomeScreen actor={actor} wallet={wallet} isCovered={dialog !== undefined} onOpen={open}>
      {dialog === 'deposit' ? <Deposit onClose={close} /> : null}
      {dialog && dialog !== 'deposit' ? <SoonDialog page={dialog} onClose={close} /> : null}
    </HomeScreen>
  )
}

function Deposit({ onClose }: { onClose: () => void }) {
  const { session, wallet } = Route.useRouteContext()
  const { toasts } = session.getSnapshot().context
  const actor = useActorRef(depositLogic, { input: { wallet, toasts, rules: qrRules } }, ({ status }) => {
    if (status === 'done') onClose()
  })
  return <DepositDialog actor={actor} onClose={onClose} />
}
