import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { type Evidence, evidenceOf, type Position, type Reading } from '#contract/evidence.ts'
import { type Failure, leavesDoubt } from '#contract/failure.ts'
import { failureIn, outside } from './outside.ts'

/**
 * Whether the backend recognises the change if it gets it twice. If it does not, `before` is the member's money before the
 * change; null if it could not be read.
 */
export type Terms = { isRepeatable: boolean; before: Position | null }
/**
 * A change that was confirmed once: what it asks for, and the key that it keeps until it is answered. `isInDoubt`: it was
 * sent before without an answer. The terms are known once it is sent.
 */
export type Attempt<I> = { key: string; input: I; isInDoubt?: boolean } & Partial<Terms>
/** What an attempt tells its owner while it goes on: no answer came, the money has to be looked at. */
export type AttemptNotice = { type: 'attempt.unknown' }
type Owner = ActorRef<Snapshot<unknown>, AttemptNotice>
/** The outcome. `seen`: no answer came, and the player has seen what the wallet and the statement show. */
export type Outcome<O> = { status: 'done'; reply: O } | { status: 'refused'; failure: Failure } | { status: 'seen' }

/** What an owner starts its attempt with. Throws when nothing was confirmed, which no path leads to. */
export function attemptOf<I>(pending: Attempt<I> | null, owner: Owner): Attempt<I> & { owner: Owner } {
  if (!pending) throw new Error('nothing confirmed')
  return { ...pending, owner }
}
/** True when the server did it. For guards of an owner. */
export const isDone = (_: unknown, { status }: Outcome<unknown>): boolean => status === 'done'
/** True if the player has seen what happened, without an answer. For guards of an owner. */
export const isSeen = (_: unknown, { status }: Outcome<unknown>): boolean => status === 'seen'
/** Why the server did not; null when it did. */
export const refusalIn = (outcome: Outcome<unknown>): Failure | null =>
  outcome.status === 'refused' ? outcome.failure : null

/**
 * A machine for one change that moves money. It ends by the server's own answer. Without one the outcome is unknown: checking
 * again sends the same key, also after the page was loaded again; that the login has ended in the meantime is no answer to it.
 * A backend that does not recognise the key would do it twice: there nothing is sent again, the wallet and the statement are
 * read, and the player decides. `I`: what is asked for, `O`: the reply.
 */
export const attemptMachine = <I, O>() =>
  setup({
    types: {
      input: {} as Attempt<I> & { owner: Owner },
      context: {} as Attempt<I> & { owner: Owner; evidence: Evidence | null; outcome: Outcome<O> | null },
      output: {} as Outcome<O>,
      events: {} as { type: 'attempt.check' | 'attempt.seen' },
      tags: {} as 'busy',
    },
    actors: {
      terms: outside<Terms>(),
      call: outside<O, Attempt<I>>(),
      look: outside<Reading, Attempt<I>>(),
    },
    guards: {
      isInDoubt: ({ context }) => context.isInDoubt === true,
      mustLook: ({ context: { isInDoubt, isRepeatable } }, terms: Terms) =>
        isInDoubt === true && !(terms.isRepeatable && isRepeatable !== false),
      isAnswer: ({ context }, failure: Failure) => !leavesDoubt(failure, context.isInDoubt),
      isRepeatable: ({ context }) => context.isRepeatable === true,
    },
    actions: {
      /** The position before the change is that of its first sending. */
      setTerms: assign(({ context }, { isRepeatable, before }: Terms) => ({
        isRepeatable,
        before: context.before ?? before,
      })),
      keepReply: assign({ outcome: (_, reply: O) => ({ status: 'done' as const, reply }) }),
      keepFailure: assign({ outcome: (_, failure: Failure) => ({ status: 'refused' as const, failure }) }),
      keepDoubt: assign({ isInDoubt: true }),
      setEvidence: assign({ evidence: ({ context }, now: Reading) => evidenceOf(context.before ?? null, now) }),
      tellUnknown: sendTo(({ context }) => context.owner, { type: 'attempt.unknown' }),
      /** Keeps the attempt in this tab until it is answered; src/actors provides both. */
      savePending: () => {},
      dropPending: () => {},
    },
  }).createMachine({
    id: 'attempt',
    description: 'One change that moves money, until its outcome is known.',
    context: ({ input }) => ({ ...input, evidence: null, outcome: null }),
    initial: 'preparing',
    states: {
      preparing: {
        description: 'Before the change is sent: finds out whether the backend recognises it if it arrives twice.',
        tags: 'busy',
        invoke: {
          id: 'terms',
          src: 'terms',
          onDone: [
            { guard: { type: 'mustLook', params: ({ event }) => event.output }, target: 'looking' },
            { target: 'sending', actions: { type: 'setTerms', params: ({ event }) => event.output } },
          ],
          onError: [
            { guard: 'isInDoubt', target: 'unknown' },
            { target: 'refused', actions: { type: 'keepFailure', params: failureIn } },
          ],
        },
      },
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
              guard: { type: 'isAnswer', params: failureIn },
              target: 'refused',
              actions: { type: 'keepFailure', params: failureIn },
            },
            { guard: 'isRepeatable', target: 'unknown', actions: ['keepDoubt', 'tellUnknown'] },
            { target: 'looking', actions: ['keepDoubt', 'tellUnknown'] },
          ],
        },
      },
      unknown: {
        description: 'The outcome is unknown. Checking again is safe: the server recognises the request by its key.',
        on: { 'attempt.check': 'preparing' },
      },
      looking: {
        description:
          'The outcome is unknown, and this backend would do it twice if it were sent again: the wallet and the statement are read instead.',
        tags: 'busy',
        invoke: {
          id: 'look',
          src: 'look',
          input: ({ context: { input, key } }) => ({ input, key }),
          onDone: { target: 'evident', actions: { type: 'setEvidence', params: ({ event }) => event.output } },
          onError: 'unseen',
        },
      },
      evident: {
        description: 'The player sees how the wallet has changed and what the statement shows, and decides.',
        on: { 'attempt.check': 'looking', 'attempt.seen': 'seen' },
      },
      unseen: {
        description: 'The wallet or the statement could not be read; the player may look again.',
        on: { 'attempt.check': 'looking' },
      },
      done: { description: 'The server did it.', type: 'final', entry: 'dropPending' },
      refused: {
        description: 'It was not done: the server refused it, or it was never sent.',
        type: 'final',
        entry: 'dropPending',
      },
      seen: {
        description: 'The player has seen what happened. Asking for it once more is a new change.',
        type: 'final',
        entry: 'dropPending',
      },
    },
    output: ({ context }) => context.outcome ?? { status: 'seen' },
  })
