import { accountCalls } from '#contract/account.ts'
import type { Call, CallInput, CallReply } from '#contract/call.ts'
import { asFailure, type Failure, SENT_ONCE } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { request } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/**
 * Returns an actor for a change. If the backend would make a repeated change twice, the change is not resent. Instead,
 * `look` reads the outcome: it returns the reply if the change was made, and rejects as refused if it was not. The
 * function `send` sends the change; the default is `request`.
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

const WRONG = ['WRONG_CREDENTIAL', 'WRONG_PASSWORD', 'NO_USER']

/**
 * Resolves if the credentials log in, and discards the token. Rejects with `refusal` if they are wrong, and as unknown
 * if the login fails for another reason.
 */
export async function proveLogin(login: { username: string; password: string }, refusal: Failure, signal: AbortSignal) {
  await request(accountCalls['account.login'], { ...login, key: newKey() }, signal).catch((error) => {
    const failure = asFailure(error)
    throw WRONG.includes(failure.code) ? refusal : ({ ...failure, kind: 'unknown' } satisfies Failure)
  })
}
