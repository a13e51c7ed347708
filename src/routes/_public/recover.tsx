import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { recoverInput, recoverLogic } from '#src/actors/recover.ts'
import { RecoverScreen } from '#src/features/register/recover-screen.tsx'
import { named } from '#src/inspect/inspector.ts'

export const Route = createFileRoute('/_public/recover')({ component: Recover })

function Recover() {
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { toasts } = session.getSnapshot().context
  const actor = useActorRef(
    recoverLogic,
    { ...named('recover'), input: { ...recoverInput(), toasts } },
    ({ status }) => {
      if (status === 'done') void navigate({ to: '/login', replace: true })
    },
  )
  return <RecoverScreen actor={actor} />
}
