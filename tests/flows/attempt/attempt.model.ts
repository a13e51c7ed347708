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
    'the page is reloaded before the server has responded': {
      ...confirmed,
      ...REPEATABLE,
      isInDoubt: true,
      owner,
    },
  },
  events: {
    'attempt.check': { 'the player checks again': {} },
    'attempt.seen': { 'the player confirms that they have checked': {} },
  },
  calls: { terms: ['lookup.active'], call: ['wallet.transfer'], look: ['wallet.get', 'statement.list'] },
  outcomes: {
    terms: {
      done: {
        'sending the request again is safe': REPEATABLE,
        'sending the request again could make the change twice': ONCE,
      },
      error: { 'no answer': noAnswer },
    },
    call: {
      done: { 'the change is made': {} },
      error: { refused: refused('MONEY_NOT_ENOUGH'), 'no answer': noAnswer },
    },
    look: {
      done: {
        '100 baht less in the wallet, and a transfer in the statement': MOVED,
        '100 baht less in the wallet, and a withdrawal in progress in the statement': WITHDRAWN,
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
      'the server says: sending the request again is safe',
      'the server answers: the change is made',
    ],
    'No answer arrives; checking again shows that the change was made': [
      'the player has confirmed',
      'the server says: sending the request again is safe',
      'sending fails: no answer',
      'the player checks again',
      'the server says: sending the request again is safe',
      'the server answers: the change is made',
    ],
    'No answer arrives, and sending again is no longer safe: the player looks and decides': [
      'the player has confirmed',
      'the server says: sending the request again is safe',
      'sending fails: no answer',
      'the player checks again',
      'the server says: sending the request again could make the change twice',
      'the app finds: 100 baht less in the wallet, and a withdrawal in progress in the statement',
      'the player confirms that they have checked',
    ],
    'No answer arrives, and sending again was never safe: the player looks and decides': [
      'the player has confirmed',
      'the server says: sending the request again could make the change twice',
      'sending fails: no answer',
      'the app finds: 100 baht less in the wallet, and a transfer in the statement',
      'the player confirms that they have checked',
    ],
  },
  cites: {
    refused: 'R394',
  },
})
