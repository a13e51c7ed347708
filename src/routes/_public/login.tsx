import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { WAYS_BACK } from '#src/lib/pages.ts'
import { takeRegistered } from '#src/lib/registered.ts'

const search = v.object({ back: v.fallback(v.optional(v.picklist(WAYS_BACK)), undefined) })

export const Route = createFileRoute('/_public/login')({
  validateSearch: search,
  beforeLoad: ({ context: { session }, search: { back = null } }) => {
    session.send({ type: 'login.open', back })
    return { phone: takeRegistered() }
  },
  component: Login,
})

function Login() {
  const { session, phone } = Route.useRouteContext()
  return <LoginScreen actor={session} phone={phone} />
}
