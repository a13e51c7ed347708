import { createActor } from 'xstate'
import { accountCalls } from '#contract/account.ts'
import { newKey } from '#contract/call.ts'
import { sessionMachine } from '#machines/session.machine.ts'
import { request, siteReader, wire } from '#src/api/request.ts'
import { named } from '#src/inspect/named.ts'
import { allTexts } from '#src/lib/i18n.ts'
import { adoptToken, dropToken, keepToken, leaveToken, token } from '#src/lib/token.ts'
import { asking } from './call.ts'
import { tabs, tellTabs } from './tabs.ts'
import { dropLastSync, lastSync, walletLogic } from './wallet.ts'

type SignIn = { username: string; password: string; remember: boolean; key: string }

/**
 * Ends the session on the server, with the token still stored here. Whatever the answer, this browser is logged out:
 * a backend may lack the call, and a connection may fail.
 */
function endSession() {
  if (token() !== null) void request(accountCalls['account.logout'], { key: newKey() }).catch(() => {})
}

/** The session connected to the backend, the token store and the other tabs. The token never enters the machine. */
export const sessionLogic = sessionMachine.provide({
  actors: {
    'lookup.active': asking(() => {
      // a login form asks anew, and what is sent from it waits for this reply; after the login the same reply is asked for
      if (token() === null) wire.site = siteReader()
      return wire.site()
    }),
    'account.login': asking(async (input: SignIn, signal) => {
      const { remember, ...login } = input
      const { offers } = await wire.site()
      const body = offers.includes('remember') ? input : login
      const reply = await request(accountCalls['account.login'], body, signal).catch(async (failure) => {
        // the first page knows the texts of a few codes; a failed load leaves the general text
        await allTexts().catch(() => {})
        throw failure
      })
      const kept = keepToken(reply.token, remember)
      tellTabs('signedIn')
      return { kept }
    }),
    tabs,
    wallet: walletLogic,
  },
  actions: {
    adoptToken,
    endSession,
    leaveToken: () => {
      leaveToken()
      dropLastSync()
    },
    clearStores: () => {
      const had = token() !== null
      endSession()
      dropToken()
      dropLastSync()
      if (had) tellTabs('signedOut')
    },
  },
})

/** Starts the page's one session, and connects it to replies about the session. */
export function startSession() {
  const session = createActor(sessionLogic, {
    ...named('session'),
    input: { hasToken: token() !== null, syncedAt: lastSync() },
  })
  wire.report = (verdict, failure, sentWith) => {
    if (verdict === 'gone') session.send({ type: 'wire.gone' })
    // an answer to an old token says nothing about the current one
    else if (sentWith === token()) session.send({ type: 'wire.signedOut', failure })
  }
  return session.start()
}
export type Session = ReturnType<typeof startSession>
