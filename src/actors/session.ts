import { createActor } from 'xstate'
import { NOTICE_HEADERS } from '#contract/notices.ts'
import { type Kept, sessionMachine } from '#machines/session.machine.ts'
import { wire } from '#src/api/request.ts'
import { named } from '#src/inspect/inspector.ts'
import { clearLoginData } from '#src/lib/login-data.ts'
import { adoptToken, clearToken, leaveToken, token } from '#src/lib/token.ts'
import { requestActor } from './call.ts'
import { askSession, endSession, logins, passkeys, reportTo } from './session-calls.ts'
import { notifyTabs, tabs } from './tabs.ts'
import { lastBalance, lastSync, walletLogic } from './wallet.ts'

/**
 * The session machine, connected to the backend, the token store and the other tabs. The token never enters the
 * machine.
 */
export const sessionLogic = sessionMachine.provide({
  actors: {
    'lookup.active': requestActor(askSession),
    ...logins,
    passkeys,
    tabs,
    wallet: walletLogic,
  },
  actions: {
    adoptToken,
    endSession,
    leaveToken: () => {
      leaveToken()
      clearLoginData()
    },
    clearStores: () => {
      const had = token() !== null
      endSession()
      clearToken()
      clearLoginData()
      if (had) notifyTabs('signedOut')
    },
  },
})

/**
 * Starts the page's only session and notifies it of replies that concern it. `kept` is where the login page stored the
 * token.
 */
export function startSession(kept?: Kept) {
  const session = createActor(sessionLogic, {
    ...named('session'),
    input: { hasToken: token() !== null, syncedAt: lastSync(), last: lastBalance(), ...(kept && { kept }) },
  })
  reportTo(session)
  wire.onHeaders = (headers, sentAt) => {
    // if the module cannot be loaded, the next reply with a notice triggers a retry
    if (NOTICE_HEADERS.some((header) => headers.has(header)))
      void import('./notify-member.ts').then(
        ({ notifyMember }) => notifyMember(session.getSnapshot().context.toasts, headers, sentAt),
        () => {},
      )
  }
  return session.start()
}
export type Session = ReturnType<typeof startSession>
