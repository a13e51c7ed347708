import { createEmptyActor } from 'xstate'
import { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, seen, unanswered } from '#tests/kit/samples/attempt.ts'

const nobody = createEmptyActor() as never

export default defineModel({
  machine: inviteBonusMachine,
  starts: {
    'the invite bonus is shown': { wallet: nobody, toasts: nobody, pending: null },
    'the page is loaded again, it is not answered yet': { wallet: nobody, toasts: nobody, pending: pendingOf({}) },
  },
  events: {
    'bonus.collect': { 'the player wants to collect it': {} },
    'bonus.confirm': { 'the player confirms': {} },
    'bonus.leave': { 'the player leaves it for later': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['invite.bonus'] },
  outcomes: {
    attempt: {
      done: {
        'it is collected': done({}),
        'refused: no bonus': refusal('NO_INVITE_BONUS'),
        'no answer: the player has checked wallet and statement': seen,
      },
    },
  },
  facts: ({ pending }) => ({ 'collection pending': pending !== null, 'outcome in doubt': pending?.isInDoubt === true }),
  stories: {
    'The player collects the invite bonus': [
      'the invite bonus is shown',
      'the player wants to collect it',
      'the player confirms',
      'attempt answers: it is collected',
    ],
  },
  cites: {
    shown: 'R85',
    confirming: 'R86',
    collecting: 'R341',
    'attempt answers: refused: no bonus': 'R413',
  },
})
