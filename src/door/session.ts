import { createActor } from 'xstate'
import { sessionMachine } from '#machines/session.machine.ts'
import { requestActor } from '#src/actors/call.ts'
import { askSession, endSession, logins, passkeys, reportTo } from '#src/actors/session-calls.ts'
import { tabs } from '#src/actors/tabs.ts'
import { named } from '#src/inspect/inspector.ts'
import { adoptToken, leaveToken } from '#src/lib/token.ts'

/** The session of a visitor. It has no wallet, because a visitor who logs in leaves these pages. */
const doorLogic = sessionMachine.provide({
  actors: {
    'lookup.active': requestActor(askSession),
    ...logins,
    passkeys,
    tabs,
  },
  actions: { adoptToken, endSession, leaveToken },
})

/** Starts a visitor's session. */
export function startDoor() {
  const session = createActor(doorLogic, { ...named('session'), input: { hasToken: false, syncedAt: null } })
  reportTo(session)
  return session.start()
}
