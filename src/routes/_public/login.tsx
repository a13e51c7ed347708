import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { waitFor } from 'xstate'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { WAYS_BACK } from '#src/lib/pages.ts'

const search = v.object({ back: v.fallback(v.optional(v.picklist(WAYS_BACK)), undefined) })

export const Route = createFileRoute('/_public/login')({
  codeSplitGroupings: [],
  validateSearch: search,
  beforeLoad: async ({ context: { session }, search: { back = null } }) => {
    session.send({ type: 'login.open', back })
    const settled = await waitFor(session, (s) => !s.hasTag('busy'))
    if (settled.matches('terminated')) throw redirect({ to: '/terminated', replace: true })
  },
  component: Login,
})

function Login() {
  return <LoginScreen actor={Route.useRouteContext().session} />
}
