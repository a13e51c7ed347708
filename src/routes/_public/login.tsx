import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { WAYS_BACK } from '#src/lib/pages.ts'

const search = v.object({ back: v.fallback(v.optional(v.picklist(WAYS_BACK)), undefined) })

export const Route = createFileRoute('/_public/login')({
  validateSearch: search,
  beforeLoad: ({ context: { session }, search: { back = null } }) => session.send({ type: 'login.open', back }),
  component: Login,
})

function Login() {
  return <LoginScreen actor={Route.useRouteContext().session} />
}
