import { accountCalls } from '#contract/account.ts'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { WRONG_LOGIN_CODES } from '#contract/codes.ts'
import { asFailure, type Failure, SENT_ONCE } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { request } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/**
 * Returns an actor that sends a change. If the backend would carry out a resent change twice, the actor does not resend
 * it. Instead, `look` finds out the outcome: it returns the reply if the change was made, and rejects as refused if it
 * was not. `send` sends the change and is `request` by default.
 */
export const settledCall = <C extends Call>(
  call: C,
  look: (input: CallInput<C>, signal: AbortSignal) => Promise<CallReply<C>>,
  send: typeof request<C> = request,
) =>
  requestActor<CallReply<C>, CallInput<C>>((input, signal) =>
    send(call, input, signal).catch((failure) => {
      if (asFailure(failure).code !== SENT_ONCE) throw failure
      return look(input, signal)
    }),
  )

/**
 * Checks the credentials by logging in, and discards the token. Resolves if they are correct. Rejects with `refusal` if
 * they are wrong, and as unknown if the login fails for any other reason.
 */
export async function proveLogin(login: { username: string; password: string }, refusal: Failure, signal: AbortSignal) {
  await request(accountCalls['account.login'], { ...login, key: newKey() }, signal).catch((error) => {
    const failure = asFailure(error)
    throw WRONG_LOGIN_CODES.includes(failure.code) ? refusal : ({ ...failure, kind: 'unknown' } satisfies Failure)
  })
}
