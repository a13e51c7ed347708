import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { BonusScreen } from '#src/features/bonus/bonus-screen.tsx'

export const Route = createFileRoute('/user/bonus')({ component: Bonus })

/** The operator's words are read anew in another language. */
function Bonus() {
  const { i18n } = useTranslation()
  return <Page key={i18n.language} />
}

function Page() {
  const { wallet } = Route.useRouteContext()
  return <BonusScreen actor={useActorRef(bonusLogic, { input: { wallet, ...pendingBonus() } })} wallet={wallet} />
}
