import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
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

/**
 * Fills in the phone number of a player who has just registered: only the password is missing. Not a property of the form,
 * which is in the first files.
 */
function fillIn(phone: string) {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`main [name=${name}]`)
  field('username')?.setAttribute('value', phone)
  field('password')?.focus()
}

function Login() {
  const { session, phone } = Route.useRouteContext()
  useEffect(() => {
    if (phone) fillIn(phone)
  }, [phone])
  return <LoginScreen actor={session} />
}
