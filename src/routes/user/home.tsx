import { createFileRoute } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import * as v from 'valibot'
import type { Slot } from '#contract/wallet.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { homeLogic, seenAgreement, unsettled } from '#src/actors/home.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { DepositDialog } from '#src/features/deposit/deposit-dialog.tsx'
import { GameDialog } from '#src/features/game/game-dialog.tsx'
import { NoGame } from '#src/features/game/no-game.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import { WithdrawDialog } from '#src/features/withdraw/withdraw-dialog.tsx'
import { HOME_DIALOGS, useOverlay } from '../-overlay.ts'

const search = v.object({
  dialog: v.fallback(v.optional(v.picklist(HOME_DIALOGS)), undefined),
  game: v.fallback(v.optional(v.string()), undefined),
})

export const Route = createFileRoute('/user/home')({ validateSearch: search, component: Home })

type Closable = { onClose: () => void }
/** Closes a dialog when its actor has ended. */
const closing =
  (onClose: () => void) =>
  ({ status }: { status: string }) => {
    if (status === 'done') onClose()
  }

function Home() {
  const { wallet } = Route.useRouteContext()
  const { dialog, game } = Route.useSearch()
  const { open, close } = useOverlay()
  const actor = useActorRef(homeLogic, { input: { wallet, seen: seenAgreement() } })
  return (
    <HomeScreen actor={actor} wallet={wallet} unsettled={unsettled()} isCovered={dialog !== undefined} onOpen={open}>
      {dialog === 'deposit' ? <Deposit onClose={close} /> : null}
      {dialog === 'transfer' ? <Transfer to={game} onClose={close} /> : null}
      {dialog === 'withdraw' ? <Withdraw onClose={close} /> : null}
      {dialog === 'game' ? <Game code={game} onClose={close} /> : null}
    </HomeScreen>
  )
}

function Deposit({ onClose }: Closable) {
  const { session, wallet } = Route.useRouteContext()
  const { toasts } = session.getSnapshot().context
  const input = { wallet, toasts, rules: qrRules, pending: pendingDeposits() }
  const actor = useActorRef(depositLogic, { input }, closing(onClose))
  return <DepositDialog actor={actor} wallet={wallet} onClose={onClose} />
}

function Transfer({ to = '', onClose }: Closable & { to: string | undefined }) {
  const { wallet } = Route.useRouteContext()
  const input = { wallet, to, pending: pendingTransfer() }
  const actor = useActorRef(transferLogic, { input }, closing(onClose))
  return <TransferDialog actor={actor} wallet={wallet} onClose={onClose} />
}

function Withdraw({ onClose }: Closable) {
  const { wallet } = Route.useRouteContext()
  const actor = useActorRef(withdrawLogic, { input: { wallet, pending: pendingWithdrawal() } }, closing(onClose))
  return <WithdrawDialog actor={actor} wallet={wallet} onClose={onClose} />
}

/** The game that the address names, once it is known what games there are. */
function Game({ code, onClose }: Closable & { code: string | undefined }) {
  const { wallet } = Route.useRouteContext()
  const slots = useSelector(wallet, (s) => s.context.overview?.slots)
  const slot = slots?.find((each) => each.code === code)
  return slot ? <Account slot={slot} onClose={onClose} /> : <NoGame isLoading={!slots} onClose={onClose} />
}

function Account({ slot, onClose }: Closable & { slot: Slot }) {
  const { session, wallet } = Route.useRouteContext()
  const { toasts } = session.getSnapshot().context
  const { code, web, isActive } = slot
  const actor = useActorRef(gameAccountLogic, {
    input: { code, web, isActive, wallet, toasts, pending: pendingDeed(code) },
  })
  return <GameDialog actor={actor} wallet={wallet} slot={slot} onClose={onClose} />
}
