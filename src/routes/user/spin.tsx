import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import { named } from '#src/inspect/inspector.ts'

export const Route = createFileRoute('/user/spin')({ component: Spin })

/** Reloads the prizes in another language. */
function Spin() {
  const { i18n } = useTranslation()
  return <Page key={i18n.language} />
}

function Page() {
  const { wallet } = Route.useRouteContext()
  return <SpinScreen actor={useActorRef(spinLogic, { ...named('spin'), input: { wallet, ...pendingSpin() } })} />
}
