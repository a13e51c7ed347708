import { createFileRoute } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import * as v from 'valibot'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { RegisterScreen } from '#src/features/register/register-screen.tsx'
import { named } from '#src/inspect/inspector.ts'

const search = v.object({
  code: v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), undefined),
})

export const Route = createFileRoute('/_public/register')({ validateSearch: search, component: Register })

function Register() {
  const { session } = Route.useRouteContext()
  const { code } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { toasts } = session.getSnapshot().context
  const actor = useActorRef(
    registerLogic,
    { ...named('register'), input: { ...registerInput(code), toasts } },
    ({ status }) => {
      if (status === 'done') void navigate({ to: '/login', replace: true })
    },
  )
  return <RegisterScreen actor={actor} />
}
