import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { newKey } from '#contract/random.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import { type Attempt, type AttemptNotice, attemptMachine, type Outcome } from './lib/attempt.ts'
import { attemptGuards, attempting, refusalIn, setOutcome } from './lib/attempt-owner.ts'
import type { Toasts } from './lib/toast.ts'

type Input = {
  wallet: Wallet
  toasts: Toasts
  /** A request to collect the invite bonus that was confirmed before a reload and whose outcome is still unknown. */
  pending: Attempt<object> | null
}

/** Collects the bonus for invited friends once the player has confirmed it. Source: R85–R86, R341, R413. */
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
    isPending: attemptGuards.isPending,
    isInDoubt: ({ context: { pending } }) => pending?.isInDoubt === true,
  },
  actions: {
    setDoubt: assign(({ context: { pending } }) => ({ pending: pending && { ...pending, isInDoubt: true } })),
    setOutcome: enqueueActions(({ context, enqueue }, outcome: Outcome<unknown>) => {
      enqueue.assign({ pending: null })
      const refusal = refusalIn(outcome)
      if (refusal) enqueue.sendTo(context.toasts, { type: 'toast.show', tone: 'bad', text: refusal })
      if (outcome.status === 'done')
        enqueue.sendTo(context.toasts, { type: 'toast.show', tone: 'good', text: 'invite.collected' })
    }),
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
      description: 'The player sees the bonus amount.',
      on: { 'bonus.collect': [{ guard: 'isPending', target: 'collecting' }, { target: 'confirming' }] },
    },
    confirming: {
      description: 'The player is asked whether to move the bonus into the main wallet.',
      on: {
        'bonus.confirm': { target: 'collecting', actions: assign({ pending: () => ({ key: newKey(), input: {} }) }) },
        'bonus.leave': 'shown',
      },
    },
    collecting: {
      description: 'Collecting the bonus.',
      ...attempting({ target: 'shown', actions: setOutcome }),
      // if the player leaves while the outcome is unknown, collecting again continues the stored attempt
      on: {
        'attempt.unknown': { actions: ['setDoubt', 'readWallet'] },
        'bonus.leave': { guard: 'isInDoubt', target: 'shown' },
      },
    },
  },
})
