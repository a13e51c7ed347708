import type { AnyActorLogic, AnyStateMachine, InputFrom, Snapshot } from 'xstate'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import type { Model } from './model.ts'
import { Fakes, settle } from './run.ts'
import { MOVED, REPEATABLE, termsOf } from './samples/attempt.ts'
import { noAnswer, refused } from './samples/failures.ts'
import { listener, start } from './start.ts'

/**
 * Like {@link start}, with a wallet that only records events and a real attempt, whose call stays pending until the
 * test answers it. `children` are additional actors of the test. `terms` are the attempt's terms on this backend.
 */
export async function startOwner<M extends AnyStateMachine>(
  model: Model<M>,
  input: Omit<InputFrom<M>, 'wallet'>,
  children: Record<string, AnyActorLogic> = {},
  terms = REPEATABLE,
) {
  const outside = new Fakes()
  const wallet = listener()
  const keep = { ...children, attempt: outside.provide(attempt, { terms: termsOf(terms) }) }
  const app = await start(model, { ...input, wallet: wallet.ref } as InputFrom<M>, { keep })
  const end = (done: (call: ReturnType<Fakes['take']>) => void) => {
    done(outside.take('call'))
    return settle()
  }
  const tell = (type: 'attempt.check' | 'attempt.seen') => {
    const { children } = app.now() as Snapshot<unknown> & {
      children: Record<string, { send: (event: object) => void }>
    }
    children.attempt?.send({ type })
    return settle()
  }
  return {
    ...app,
    /** The inputs of all calls that were sent. */
    sent: () => outside.calls.filter(({ id }) => id === 'call').map(({ input }) => input),
    isOut: () => outside.waiting.has('call'),
    succeed: (reply: object = {}) => end((call) => call.resolve(reply)),
    refuse: (code: string) => end((call) => call.reject(refused(code))),
    lose: () => end((call) => call.reject(noAnswer)),
    check: () => tell('attempt.check'),
    /**
     * Simulates a backend that does not recognise repeated changes: the player confirms having seen the outcome in the
     * wallet and the statement.
     */
    see: async () => {
      outside.take('look').resolve(MOVED)
      await settle()
      await tell('attempt.seen')
    },
    /** The number of times that the wallet was told to reload. */
    reads: () => wallet.heard.filter(({ type }) => type === 'wallet.read').length,
  }
}
