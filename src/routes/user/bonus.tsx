import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { BonusScreen } from '#src/features/bonus/bonus-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { useOverlay } from '../-overlay.ts'

export const Route = createFileRoute('/user/bonus')({ component: Bonus })

/** Remounts the page when the language changes, to reload the operator's texts. */
function Bonus() {
  const { language } = useTexts()
  return <Page key={language} />
}

function Page() {
  const { wallet } = Route.useRouteContext()
  const { open } = useOverlay()
  const actor = useActorRef(bonusLogic, { ...named('bonus'), input: { wallet, ...pendingBonus() } })
  return <BonusScreen actor={actor} wallet={wallet} onWithdraw={() => open({ dialog: 'withdraw' })} />
}
