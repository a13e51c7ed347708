import { useEffect } from 'react'
import { LoginScreen } from '#src/features/session/login-screen.tsx'
import { WAYS_BACK } from '#src/lib/pages.ts'
import type { DoorPage } from './pages.ts'

export const page: DoorPage = {
  Page: ({ session, onReady }) => {
    useEffect(onReady, [onReady])
    return <LoginScreen actor={session} />
  },
  open: (session, search) => {
    const back = new URLSearchParams(search).get('back')
    session.send({ type: 'login.open', back: WAYS_BACK.find((way) => way === back) ?? null })
  },
  areas: [],
}
