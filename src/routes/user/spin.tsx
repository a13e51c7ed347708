import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useTexts } from '#src/lib/i18n.ts'

export const Route = createFileRoute('/user/spin')({ component: Spin })

/** Remounts the page when the language changes, to reload the prizes. */
function Spin() {
  const { language } = useTexts()
  return <Page key={language} />
}

function Page() {
  const { wallet } = Route.useRouteContext()
  return <SpinScreen actor={useActorRef(spinLogic, { ...named('spin'), input: { wallet, ...pendingSpin() } })} />
}
