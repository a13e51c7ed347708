import { useActorRef, useSelector } from '@xstate/react'
import { lazy, Suspense, use, useEffect } from 'react'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { Hydrated } from '#src/components/hydrated.tsx'
import { RegisterScreen } from '#src/features/register/register-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import type { DoorPage } from './pages.ts'
import { DoorContext } from './router.tsx'

/** Loaded lazily, because no message appears before the player submits the form. */
const Messages = lazy(async () => ({ default: (await import('#src/features/session/messages.tsx')).Messages }))

const inputOf = (search: string) => registerInput(/^.{1,64}$/.exec(new URLSearchParams(search).get('code') ?? '')?.[0])

export const page: DoorPage = {
  Page: ({ session, search, onReady }) => {
    const { leave } = use(DoorContext)
    const { toasts } = session.getSnapshot().context
    const actor = useActorRef(
      registerLogic,
      { ...named('register'), input: { ...inputOf(search), toasts } },
      ({ status }) => {
        if (status === 'done') leave('/login')
      },
    )
    const isLoading = useSelector(actor, (s) => s.matches('loading'))
    useEffect(() => {
      if (!isLoading) onReady()
    }, [isLoading, onReady])
    return (
      <>
        <RegisterScreen actor={actor} />
        <Hydrated>
          <Suspense>
            <Messages actor={toasts} />
          </Suspense>
        </Hydrated>
      </>
    )
  },
  isAsRendered: (search) => {
    const { step, typed, sentAt } = inputOf(search)
    return step === 'phone' && typed.phone === '' && sentAt === null
  },
  areas: ['register', 'password', 'evidence', 'go', 'money'],
}
