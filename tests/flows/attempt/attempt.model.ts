import { createEmptyActor } from 'xstate'
import { attemptMachine } from '#machines/lib/attempt.ts'
import { defineModel } from '#tests/kit/model.ts'
import { MOVED, ONCE, pendingOf, REPEATABLE, UNCHANGED, WITHDRAWN } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

const owner = createEmptyActor() as never
const { isInDoubt: _, ...confirmed } = pendingOf({ amount: 100 })

export default defineModel({
  machine: attemptMachine<{ amount: number }, object>(),
  starts: {
    'the player has confirmed': { ...confirmed, owner },
    'the page is reloaded, the attempt is not answered yet': { ...confirmed, ...REPEATABLE, isInDoubt: true, owner },
  },
  events: {
    'attempt.check': { 'the player checks again': {} },
    'attempt.seen': { 'the player says that they have checked': {} },
  },
  calls: { terms: ['lookup.active'], call: ['wallet.transfer'], look: ['wallet.get', 'statement.list'] },
  outcomes: {
    terms: {
      done: {
        'the backend recognises a repeated request': REPEATABLE,
        'the backend does not recognise a repeated request': ONCE,
      },
      error: { 'no answer': noAnswer },
    },
    call: {
      done: { 'the change is made': {} },
      error: { refused: refused('MONEY_NOT_ENOUGH'), 'no answer': noAnswer },
    },
    look: {
      done: {
        'the wallet has 100 baht less, the statement a transfer': MOVED,
        'the wallet has 100 baht less, the statement a withdrawal in progress': WITHDRAWN,
        'nothing has changed': UNCHANGED,
      },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ outcome, isInDoubt, isRepeatable, evidence }) => ({
    code: outcome?.status === 'refused' ? outcome.failure.code : null,
    'outcome in doubt': isInDoubt === true,
    'safe to repeat': isRepeatable === true,
    'balances compared': Boolean(evidence?.change),
    'suggested by the evidence': evidence?.conclusion ?? null,
    'statement rows': evidence?.rows.map((row) => row?.status).join(' ') ?? null,
  }),
  stories: {
    'The player confirms a change and the server makes it': [
      'the player has confirmed',
      'terms answers: the backend recognises a repeated request',
      'call answers: the change is made',
    ],
    'A backend that would make the change twice does not answer: the player sees that it was made': [
      'the player has confirmed',
      'terms answers: the backend does not recognise a repeated request',
      'call fails: no answer',
      'look answers: the wallet has 100 baht less, the statement a transfer',
      'the player says that they have checked',
    ],
  },
  cites: {
    refused: 'R394',
  },
})
