import type { Failure } from '#contract/failure.ts'
import { byOutput } from './actors.ts'
import type { Attempt, Outcome, Owner } from './attempt.ts'

/** Returns the input for an attempt that `owner` runs. Throws if no change was confirmed, which cannot happen. */
export function attemptOf<I>(pending: Attempt<I> | null, owner: Owner): Attempt<I> & { owner: Owner } {
  if (!pending) throw new Error('nothing confirmed')
  return { ...pending, owner }
}
/** Returns the server's refusal, or null if the server did not refuse. */
export const refusalIn = (outcome: Outcome<unknown>): Failure | null =>
  outcome.status === 'refused' ? outcome.failure : null
/** Returns the server's reply if it made the change, else null. */
export const replyIn = <O>(outcome: Outcome<O>): O | null => (outcome.status === 'done' ? outcome.reply : null)

/**
 * Guards for every owner of an attempt. `isPending` is true if the player has confirmed a change and the server has not
 * replied, for example after a reload. `isSeen` and `isRefused` test the outcome of the attempt.
 */
export const attemptGuards = {
  isPending: ({ context }: { context: { pending: object | null } }): boolean => context.pending !== null,
  isSeen: (_: unknown, { status }: Outcome<unknown>): boolean => status === 'seen',
  isRefused: (_: unknown, { status }: Outcome<unknown>): boolean => status === 'refused',
}

/** The guards and the action that an owner uses in its transitions when the attempt ends. */
export const whenSeen = byOutput('isSeen')
export const whenRefused = byOutput('isRefused')
export const setOutcome = byOutput('setOutcome')

/** Returns an owner's transitions for the end of its attempt, with one target state per outcome. */
export const outcomes = <const D extends string, const S extends string, const R extends string>(to: {
  done: D
  seen: S
  refused: R
}) =>
  [
    { guard: whenSeen, target: to.seen, actions: setOutcome },
    { guard: whenRefused, target: to.refused, actions: setOutcome },
    { target: to.done, actions: setOutcome },
  ] as const

/**
 * Returns the config of a state that runs the owner's attempt and re-reads the wallet whenever money may have moved.
 * The owner must provide {@link attemptGuards}, `readWallet`, and `setOutcome`, which stores the outcome.
 */
export const attempting = <const T>(onDone: T) =>
  ({
    invoke: {
      id: 'attempt',
      src: 'attempt',
      input: <I>({ context, self }: { context: { pending: Attempt<I> | null }; self: Owner }) =>
        attemptOf(context.pending, self),
      onDone,
    },
    on: { 'attempt.unknown': { actions: 'readWallet' } },
    exit: 'readWallet',
  }) as const
