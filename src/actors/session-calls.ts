import { type ActorRefFrom, fromCallback } from 'xstate'
import { accountCalls } from '#contract/account.ts'
import { asFailure } from '#contract/failure.ts'
import type { Offer } from '#contract/offers.ts'
import type { SignedChallenge } from '#contract/passkey.ts'
import { WRONG_TIME } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import type { sessionMachine } from '#machines/session.machine.ts'
import { request, siteReader, wire } from '#src/api/request.ts'
import { allTexts } from '#src/lib/i18n.ts'
import { idle } from '#src/lib/idle.ts'
import { isRenewing, storeToken, token } from '#src/lib/token.ts'
import { requestActor } from './call.ts'
import { notifyTabs } from './tabs.ts'

export type SignIn = { username: string; password: string; remember: boolean; key: string }
/** A login with a passkey that the player has chosen. */
export type PasskeySignIn = { answer: SignedChallenge; remember: boolean; key: string }

/** True if this browser has a key to which a login can be bound. */
const hasKey = () =>
  wire
    .proofs()
    .then(({ browserKey }) => browserKey())
    .then(
      () => true,
      () => false,
    )

/**
 * Loads the site's state. Without a token, as on the login page, each call loads it again, and later requests wait for
 * the new reply. If the backend binds sessions to keys, also prepares this browser's key for the login.
 */
export async function askSession() {
  if (token() === null) wire.site = siteReader()
  const site = await wire.site()
  if (site.offers.includes('proof')) void hasKey()
  return site
}

/** Loads the code that only a login with a passkey needs. */
const passkeyLogin = () => import('./passkey-login.ts')

/**
 * Lets the browser offer the player's passkeys, if the backend supports them, and reports the chosen one with
 * `login.passkey`. If this fails, the player can still use the login form. Source: R624.
 */
export const passkeys = fromCallback(({ sendBack }) => {
  const end = new AbortController()
  const offer = async () => {
    const { offers } = await wire.site()
    if (!offers.includes('passkeys') || end.signal.aborted) return
    await idle()
    const answer = await (await passkeyLogin()).choice(end.signal)
    if (answer) sendBack({ type: 'login.passkey', answer })
  }
  offer().catch(() => {})
  return () => end.abort()
})

/**
 * Logs a member in with `send` and stores the token. If the backend supports it, the session is bound to this browser's
 * key. If the backend rejects the time in the proof, the login is retried without the key. Also loads all texts,
 * because the first page does not include those for refusals. Source: R36, R602, R604.
 */
async function logIn(
  remember: boolean,
  send: (offers: readonly Offer[], options: { isBound: boolean }) => Promise<{ token: string }>,
) {
  // Load the texts in parallel with the login: a refusal needs them, and after a successful login so does the home
  // page. If loading fails, a refusal shows a generic message.
  const loaded = allTexts().catch(() => {})
  const { offers } = await wire.site()
  let isBound = offers.includes('proof') && (await hasKey())
  const reply = await send(offers, { isBound })
    .catch((failure) => {
      if (asFailure(failure).message !== WRONG_TIME) throw failure
      isBound = false
      return send(offers, { isBound })
    })
    .catch(async (failure) => {
      await loaded
      throw failure
    })
  const kept = storeToken(reply.token, remember, isBound)
  notifyTabs('signedIn')
  return { kept }
}

/** The actors that log a member in, with the password or with a passkey. */
export const logins = {
  'account.login': requestActor((input: SignIn, signal) => {
    const { remember, ...login } = input
    return logIn(remember, (offers, options) =>
      request(accountCalls['account.login'], offers.includes('remember') ? input : login, signal, options),
    )
  }),
  'account.passkey': requestActor((input: PasskeySignIn, signal) =>
    logIn(input.remember, async (_, options) => (await passkeyLogin()).send(input, signal, options)),
  ),
}

/** The delays before the retries of a logout that got no reply, in ms (assumed). Closing the page ends the retries. */
const AGAIN = [5_000, 30_000, 120_000]

/**
 * Ends the session on the server. Call this while the token is still stored.
 *
 * This browser logs out without waiting for the reply, because a backend may not support the call, and the connection
 * may fail. If no reply arrives, the request is resent, because the token would otherwise stay valid.
 */
export function endSession() {
  const [sentWith, isBound, key] = [token(), wire.isBound(), newKey()]
  const send = (pauses: number[]) => {
    request(accountCalls['account.logout'], { key }, undefined, { sentWith, isBound }).catch((failure) => {
      const [pause, ...left] = pauses
      if (pause && asFailure(failure).kind === 'unknown') setTimeout(send, pause, left)
    })
  }
  if (sentWith !== null) send(AGAIN)
}

/** Notifies the session when a reply ends it or reports that the site is shut down. */
export function reportTo(session: ActorRefFrom<typeof sessionMachine>) {
  wire.report = (verdict, failure, sentWith) => {
    if (verdict === 'gone') session.send({ type: 'wire.gone' })
    // ignore the refusal of an old token, or of one that is being replaced, because the current token may still be
    // valid
    else if (sentWith === token() && !isRenewing()) session.send({ type: 'wire.signedOut', failure })
  }
}
