import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import {
  type Attempt,
  type AttemptNotice,
  attemptMachine,
  attemptOf,
  isSeen,
  type Outcome,
  refusalIn,
} from './lib/attempt.ts'
import type { Toasts } from './lib/toast.ts'
import type { AskWallet } from './wallet.machine.ts'

type Input = {
  wallet: ActorRef<Snapshot<unknown>, AskWallet>
  toasts: Toasts
  /** A collection confirmed before a reload. */
  pending: Attempt<object> | null
}

/** Collecting the bonus for invited friends, after a confirmation. Source: R85–R86, R341, R413. */
export const inviteBonusMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input,
    events: {} as { type: 'bonus.collect' | 'bonus.confirm' | 'bonus.leave' } | AttemptNotice,
    tags: {} as 'busy',
    children: {} as { attempt: 'attempt' },
  },
  actors: { attempt: attemptMachine<object, object>() },
  guards: {
    isSeen,
    isPending: ({ context }) => context.pending !== null,
    isInDoubt: ({ context: { pending } }) => pending?.isInDoubt === true,
  },
  actions: {
    keepPending: assign({ pending: () => ({ key: newKey(), input: {} }) }),
    keepDoubt: assign(({ context: { pending } }) => ({ pending: pending && { ...pending, isInDoubt: true } })),
    dropPending: assign({ pending: null }),
    showOutcome: sendTo(
      ({ context }) => context.toasts,
      (_, outcome: Outcome<unknown>) => {
        const refusal = refusalIn(outcome)
        const [tone, text] = refusal ? (['bad', refusal] as const) : (['good', 'invite.collected'] as const)
        return { type: 'toast.show' as const, tone, text }
      },
    ),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
  },
}).createMachine({
  id: 'inviteBonus',
  description: 'Collecting the bonus for invited friends.',
  context: ({ input }) => input,
  initial: 'start',
  states: {
    start: { always: [{ guard: 'isPending', target: 'collecting' }, { target: 'shown' }] },
    shown: {
      description: 'The player sees the amount of the bonus.',
      on: { 'bonus.collect': [{ guard: 'isPending', target: 'collecting' }, { target: 'confirming' }] },
    },
    confirming: {
      description: 'The player is asked whether to move the bonus into the main wallet.',
      on: { 'bonus.confirm': { target: 'collecting', actions: 'keepPending' }, 'bonus.leave': 'shown' },
    },
    collecting: {
      description: 'Collecting the bonus.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context: { pending }, self }) => attemptOf(pending, self),
        onDone: [
          {
            guard: { type: 'isSeen', params: ({ event }) => event.output },
            target: 'shown',
            actions: ['dropPending', 'readWallet'],
          },
          {
            target: 'shown',
            actions: ['dropPending', { type: 'showOutcome', params: ({ event }) => event.output }, 'readWallet'],
          },
        ],
      },
      // left while in doubt: the attempt stays stored, and continues when the player collects again
      on: {
        'attempt.unknown': { actions: ['keepDoubt', 'readWallet'] },
        'bonus.leave': { guard: 'isInDoubt', target: 'shown' },
      },
    },
  },
})
