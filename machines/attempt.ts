import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { type Failure, leavesDoubt } from '#contract/failure.ts'
import { failureIn, outside } from './outside.ts'

/**
 * A change that was confirmed once: what it asks for, and the key that it keeps until it is answered. `isInDoubt`: it was
 * sent before without an answer.
 */
export type Attempt<I> = { key: string; input: I; isInDoubt?: boolean }
/** What an attempt tells its owner while it goes on: no answer came, the money has to be looked at. */
export type AttemptNotice = { type: 'attempt.unknown' }
type Owner = ActorRef<Snapshot<unknown>, AttemptNotice>
/** How it ended. */
export type Outcome<O> = { status: 'done'; reply: O } | { status: 'refused'; failure: Failure }

/** What an owner starts its attempt with. Throws when nothing was confirmed, which no path leads to. */
export function attemptOf<I>(pending: Attempt<I> | null, owner: Owner): Attempt<I> & { owner: Owner } {
  if (!pending) throw new Error('nothing confirmed')
  return { ...pending, owner }
}
/** True when the server did it. For guards of an owner. */
export const isDone = (_: unknown, { status }: Outcome<unknown>): boolean => status === 'done'
/** Why the server did not; null when it did. */
export const refusalIn = (outcome: Outcome<unknown>): Failure | null =>
  outcome.status === 'refused' ? outcome.failure : null

/**
 * A machine for one change that moves money: it ends only by the server's own answer. Without one it is unknown what
 * happened, and checking again sends the same key, also after the page was loaded again; that the login has ended meanwhile
 * is no answer to it. `I`: what is asked for, `O`: the reply.
 */
export const attemptMachine = <I, O>() =>
  setup({
    types: {
      input: {} as Attempt<I> & { owner: Owner },
      context: {} as Attempt<I> & { owner: Owner; outcome: Outcome<O> | null },
      output: {} as Outcome<O>,
      events: {} as { type: 'attempt.check' },
      tags: {} as 'busy',
    },
    actors: { call: outside<O, Attempt<I>>() },
    guards: {
      isUnknown: ({ context }, failure: Failure) => leavesDoubt(failure, context.isInDoubt),
    },
    actions: {
      keepReply: assign({ outcome: (_, reply: O) => ({ status: 'done' as const, reply }) }),
      keepFailure: assign({ outcome: (_, failure: Failure) => ({ status: 'refused' as const, failure }) }),
      keepDoubt: assign({ isInDoubt: true }),
      tellUnknown: sendTo(({ context }) => context.owner, { type: 'attempt.unknown' }),
      /** Keeps the attempt in this tab until it is answered; src/actors provides both. */
      savePending: () => {},
      dropPending: () => {},
    },
  }).createMachine({
    id: 'attempt',
    description: 'One change that moves money, until its answer is known.',
    context: ({ input }) => ({ ...input, outcome: null }),
    initial: 'sending',
    states: {
      sending: {
        description: 'The server is asked.',
        tags: 'busy',
        entry: 'savePending',
        invoke: {
          id: 'call',
          src: 'call',
          input: ({ context: { input, key } }) => ({ input, key }),
          onDone: { target: 'done', actions: { type: 'keepReply', params: ({ event }) => event.output } },
          onError: [
            {
              guard: { type: 'isUnknown', params: failureIn },
              target: 'unknown',
              actions: ['keepDoubt', 'tellUnknown'],
            },
            { target: 'refused', actions: { type: 'keepFailure', params: failureIn } },
          ],
        },
      },
      unknown: {
        description:
          'No answer came: it is not known what happened. Checking again cannot do it twice: the server knows the request by its key.',
        on: { 'attempt.check': 'sending' },
      },
      done: { description: 'The server did it.', type: 'final', entry: 'dropPending' },
      refused: { description: 'The server said why not.', type: 'final', entry: 'dropPending' },
    },
    output: ({ context }) => context.outcome as Outcome<O>,
  })
