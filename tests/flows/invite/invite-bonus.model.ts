import { createEmptyActor } from 'xstate'
import { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'

const nobody = createEmptyActor() as never

export default defineModel({
  machine: inviteBonusMachine,
  starts: {
    'the invite bonus is shown': { wallet: nobody, toasts: nobody, pending: null },
    'the page is reloaded while the bonus is being collected': {
      wallet: nobody,
      toasts: nobody,
      pending: pendingOf({}),
    },
  },
  events: {
    'bonus.collect': { 'the player asks to collect the bonus': {} },
    'bonus.confirm': { 'the player confirms': {} },
    'bonus.leave': { 'the player cancels': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['invite.bonus'] },
  outcomes: {
    attempt: {
      done: {
        'the bonus is collected': done({}),
        'refused: there is no bonus': refusal('NO_INVITE_BONUS'),
        ...unanswerable,
      },
    },
  },
  facts: ({ pending }) => ({ 'collection pending': pending !== null, 'outcome in doubt': pending?.isInDoubt === true }),
  stories: {
    'The player collects the invite bonus': [
      'the invite bonus is shown',
      'the player asks to collect the bonus',
      'the player confirms',
      'the attempt ends: the bonus is collected',
    ],
  },
  cites: {
    shown: 'R85',
    confirming: 'R86',
    collecting: 'R341',
    'the attempt is refused: there is no bonus': 'R413',
  },
})
