import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { type Evidence, evidenceOf, type Position, type Reading } from '#contract/evidence.ts'
import { type Failure, leavesDoubt } from '#contract/failure.ts'
import { byFailure, byOutput, failureIn, stubActor } from './actors.ts'

/**
 * `isRepeatable` means that the backend recognises a repeated change by its idempotency key. If it does not, `before`
 * is the member's money before the change, or null if it could not be read.
 */
export type Terms = { isRepeatable: boolean; before: Position | null }
/**
 * A change that the player has confirmed: its input, and its idempotency key, which stays the same until a reply
 * arrives. `isInDoubt` means that the change was already sent once and no reply arrived. The terms are set when the
 * change is sent.
 */
export type Attempt<I> = { key: string; input: I; isInDoubt?: boolean } & Partial<Terms>
/** Sent by an attempt to its owner when no reply arrived, because the balance may have changed. */
export type AttemptNotice = { type: 'attempt.unknown' }
export type Owner = ActorRef<Snapshot<unknown>, AttemptNotice>
/**
 * The outcome of an attempt. `seen` means that no reply arrived, and that the player has checked the wallet and the
 * statement.
 */
export type Outcome<O> = { status: 'done'; reply: O } | { status: 'refused'; failure: Failure } | { status: 'seen' }

const refusedBy = (failed: Parameters<typeof failureIn>[0]) => ({
  status: 'refused' as const,
  failure: failureIn(failed),
})

/** The context update when no reply to the change arrives. */
const doubt = { isInDoubt: true, failure: failureIn }

/**
 * Creates a machine for one change that moves money. Only the server's own reply completes the change. Without a reply
 * the outcome is unknown, and checking again sends the same key, even after a reload. A reply that the login has ended
 * does not count.
 *
 * A backend that does not recognise the key would make the change twice, so nothing is resent to such a backend.
 * Instead, the machine reads the wallet and the statement, and the player decides. `I` is the type of the input, and
 * `O` the type of the reply.
 */
export const attemptMachine = <I, O>() =>
  setup({
    types: {
      input: {} as Attempt<I> & { owner: Owner },
      /** `failure` is the reason why the outcome is unknown. */
      context: {} as Attempt<I> & {
        owner: Owner
        failure: Failure | null
        evidence: Evidence | null
        outcome: Outcome<O> | null
      },
      output: {} as Outcome<O>,
      events: {} as { type: 'attempt.check' | 'attempt.seen' },
      tags: {} as 'busy' | 'doubt',
    },
    actors: {
      terms: stubActor<Terms>(),
      call: stubActor<O, Attempt<I>>(),
      look: stubActor<Reading, Attempt<I>>(),
    },
    guards: {
      isInDoubt: ({ context }) => context.isInDoubt === true,
      mustLook: ({ context: { isInDoubt, isRepeatable } }, terms: Terms) =>
        isInDoubt === true && !(terms.isRepeatable && isRepeatable !== false),
      isAnswer: ({ context }, failure: Failure) => !leavesDoubt(failure, context.isInDoubt),
      isRepeatable: ({ context }) => context.isRepeatable === true,
    },
    actions: {
      reportUnknown: sendTo(({ context }) => context.owner, { type: 'attempt.unknown' }),
      /**
       * `savePending` stores the attempt in this tab until the server has replied, and `clearPending` removes it. Both
       * are implemented in src/actors.
       */
      savePending: () => {},
      clearPending: () => {},
    },
  }).createMachine({
    id: 'attempt',
    description:
      'One change that moves money, until its outcome is known. If no answer arrives, the player can check again, which never makes the change twice. If the backend cannot recognise a repeated change, it is not resent: the player sees the wallet and the statement, and decides whether the change was made.',
    context: ({ input }) => ({ ...input, failure: null, evidence: null, outcome: null }),
    initial: 'preparing',
    states: {
      preparing: {
        description: 'Before the change is sent, checking whether the backend recognises repeated requests.',
        tags: 'busy',
        invoke: {
          id: 'terms',
          src: 'terms',
          onDone: [
            { guard: byOutput('mustLook'), target: 'looking' },
            {
              target: 'sending',
              actions: assign(({ event }) => event.output),
            },
          ],
          onError: [
            { guard: 'isInDoubt', target: 'unknown', actions: assign({ failure: failureIn }) },
            { target: 'refused', actions: assign({ outcome: refusedBy }) },
          ],
        },
      },
      sending: {
        description: 'The change is being sent to the server.',
        tags: 'busy',
        entry: 'savePending',
        invoke: {
          id: 'call',
          src: 'call',
          input: ({ context: { input, key } }) => ({ input, key }),
          onDone: {
            target: 'done',
            actions: assign({ outcome: ({ event }) => ({ status: 'done' as const, reply: event.output }) }),
          },
          onError: [
            {
              guard: byFailure('isAnswer'),
              target: 'refused',
              actions: assign({ outcome: refusedBy }),
            },
            { guard: 'isRepeatable', target: 'unknown', actions: [assign(doubt), 'reportUnknown'] },
            { target: 'looking', actions: [assign(doubt), 'reportUnknown'] },
          ],
        },
      },
      unknown: {
        description: 'The outcome is unknown. Checking again is safe: the idempotency key prevents a second change.',
        tags: 'doubt',
        on: { 'attempt.check': 'preparing' },
      },
      looking: {
        description:
          'The outcome is unknown, and resending could make this backend repeat the change. Reading the wallet and the statement instead.',
        tags: 'busy',
        invoke: {
          id: 'look',
          src: 'look',
          input: ({ context: { input, key, before = null } }) => ({ input, key, before }),
          onDone: {
            target: 'evident',
            actions: assign({ evidence: ({ context, event }) => evidenceOf(context.before ?? null, event.output) }),
          },
          onError: 'unseen',
        },
      },
      evident: {
        description: 'The player sees how the wallet changed and what the statement shows, and decides.',
        tags: 'doubt',
        on: { 'attempt.check': 'looking', 'attempt.seen': 'seen' },
      },
      unseen: {
        description: 'The wallet or the statement could not be read; the player can try again.',
        tags: 'doubt',
        on: { 'attempt.check': 'looking' },
      },
      done: { description: 'The server made the change.', type: 'final', entry: 'clearPending' },
      refused: {
        description: 'The change was not made: either the server refused it, or it was never sent.',
        type: 'final',
        entry: 'clearPending',
      },
      seen: {
        description:
          'No answer arrived, and the player has checked the wallet and the statement. Submitting the form again sends a new, separate request.',
        type: 'final',
        entry: 'clearPending',
      },
    },
    output: ({ context }) => context.outcome ?? { status: 'seen' },
  })
