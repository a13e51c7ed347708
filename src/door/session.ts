import { createActor, fromCallback } from 'xstate'
import { sessionMachine } from '#machines/session.machine.ts'
import { asking } from '#src/actors/call.ts'
import { askSession, endSession, reportTo, type SignIn, signIn } from '#src/actors/session-calls.ts'
import { tabs } from '#src/actors/tabs.ts'
import { named } from '#src/inspect/inspector.ts'
import { adoptToken, leaveToken } from '#src/lib/token.ts'
import { allTexts } from './i18n.ts'

/** The session of a visitor on the login page. A member leaves that page, so it has no wallet. */
const doorLogic = sessionMachine.provide({
  actors: {
    'lookup.active': asking(askSession),
    'account.login': asking((input: SignIn, signal) => signIn(input, allTexts, signal)),
    tabs,
    wallet: fromCallback(() => {}) as never,
  },
  actions: { adoptToken, endSession, leaveToken },
})

/** Starts the session at the login form, which leads `back` if given. */
export function startDoor(back: string | null) {
  const session = createActor(doorLogic, { ...named('session'), input: { hasToken: false, syncedAt: null } })
  reportTo(session)
  session.start().send({ type: 'login.open', back })
  return session
}
