import { createEmptyActor } from 'xstate'
import { LIMIT_KINDS, type LimitRequest, limitIn, type PlayLimits } from '#contract/play-limit.ts'
import { playLimitMachine } from '#machines/play-limit.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import {
  freeing,
  freeingLosses,
  freeingTime,
  holding,
  limited,
  limitedLosses,
  limitedTime,
  raised,
  ready,
  unlimited,
  wishing,
  wishingLosses,
  wishingTime,
} from '#tests/kit/samples/play-limit.ts'

/** Returns the pending wish for a higher 24-hour limit, of any kind, or null if there is none. */
function wishIn(found: PlayLimits | null) {
  if (!found) return null
  const all = LIMIT_KINDS.map((kind) => limitIn(found, kind, 'day')?.wish ?? null)
  return all.find((wish) => wish !== null) ?? null
}
/** Returns the requested limit, in the unit of its kind. */
const amountIn = (asked: LimitRequest | null) => asked && ('minutes' in asked ? asked.minutes : asked.amount)
/**
 * The replies to limit requests, by kind of limit: to removing the limit, to setting the usual amount, and to
 * requesting a higher amount.
 */
const REPLIES = {
  deposit: [freeing, limited, wishing],
  loss: [freeingLosses, limitedLosses, wishingLosses],
  time: [freeingTime, limitedTime, wishingTime],
} as const

export default defineModel({
  machine: playLimitMachine,
  starts: { 'the player opens the page “My play”': { wallet: createEmptyActor() as never } },
  events: {
    'limits.retry': { 'the player tries again': {} },
    'limit.open': {
      'the player opens the 24-hour deposit limit': { kind: 'deposit', period: 'day' },
      'the player opens the 24-hour loss limit': { kind: 'loss', period: 'day' },
      'the player opens the 24-hour time limit': { kind: 'time', period: 'day' },
    },
    'amount.type': {
      'the player enters 500 baht': { text: '500' },
      'the player enters 900 baht': { text: '900' },
      'the player enters 120 minutes': { text: '120' },
      'the player enters 210 minutes': { text: '210' },
      'the player enters 0': { text: '0' },
    },
    'limit.save': { 'the player saves': {} },
    'limit.remove': { 'the player removes the limit': {} },
    'limit.leave': { 'the player goes back': {} },
    'limit.check': { 'the player checks again': {} },
    'limit.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'limits.read': {
      done: {
        'no 24-hour limit': unlimited,
        'a limit of 500 baht': limited,
        'a limit of 500 baht, which can now be raised to 900 baht': ready,
        'a limit of 500 baht, and a held deposit of 300 baht': holding,
      },
      error: { 'no answer': noAnswer },
    },
    'limits.set': {
      done: {
        'the limit is 500 baht': limited,
        'the limit stays at 500 baht, and 900 baht can be confirmed after 24 hours': wishing,
        'the limit stays at 500 baht, and can be removed after 24 hours': freeing,
        'the limit is 900 baht': raised,
        'the loss limit is 500 baht': limitedLosses,
        'the loss limit stays at 500 baht, and 900 baht can be confirmed after 24 hours': wishingLosses,
        'the loss limit stays at 500 baht, and can be removed after 24 hours': freeingLosses,
        'the time limit is 2 hours': limitedTime,
        'the time limit stays at 2 hours, and 3.5 hours can be confirmed after 24 hours': wishingTime,
        'the time limit stays at 2 hours, and can be removed after 24 hours': freeingTime,
      },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  only: {
    // a sample member has limits of one kind only
    'limit.open': ({ context: { found } }, { kind }) =>
      found === unlimited || (found !== null && limitIn(found, kind, 'day')?.amount !== null),
    'amount.type': ({ context: { kind } }, { text }) => text === '0' || (kind === 'time') === Number(text) < 500,
    'xstate.done.actor.limits.set': ({ context: { kind, asked } }, { output }) => {
      const [freed, set, higher] = REPLIES[kind]
      const amount = amountIn(asked)
      if (amount === null) return output === freed
      if (amount === 50_000 || amount === 120) return output === set
      return output === (asked?.isConfirmed ? raised : higher)
    },
  },
  facts: ({ found, kind, text, isWrong, asked, failure }, snapshot) => ({
    '24-hour deposit limit': found?.periods.day.amount ?? null,
    '24-hour loss limit': found?.losses?.day.amount ?? null,
    '24-hour time limit': found?.times?.day.minutes ?? null,
    'higher limit asked for': wishIn(found)?.amount ?? wishIn(found)?.from ?? null,
    'can be confirmed': wishIn(found)?.isReady ?? null,
    held: found?.held ?? null,
    ...(snapshot.matches('editing') && { open: kind, typed: text, 'no limit typed': isWrong }),
    ...((snapshot.matches('saving') || snapshot.matches('unsure')) && {
      open: kind,
      asked: amountIn(asked),
      confirmed: asked?.isConfirmed ?? false,
    }),
    ...(snapshot.matches('refused') && { failure: failure?.code ?? null }),
  }),
  stories: {
    'The player limits deposits to 500 baht in 24 hours': [
      'the player opens the page “My play”',
      'limits.read answers: no 24-hour limit',
      'the player opens the 24-hour deposit limit',
      'the player saves',
      'the player enters 500 baht',
      'the player saves',
      'limits.set answers: the limit is 500 baht',
    ],
    'A higher limit has to wait': [
      'the player opens the page “My play”',
      'limits.read answers: a limit of 500 baht',
      'the player opens the 24-hour deposit limit',
      'the player enters 900 baht',
      'the player saves',
      'limits.set answers: the limit stays at 500 baht, and 900 baht can be confirmed after 24 hours',
      'the player opens the 24-hour deposit limit',
    ],
    'The player removes the limit, which has to wait': [
      'the player opens the page “My play”',
      'limits.read answers: a limit of 500 baht',
      'the player opens the 24-hour deposit limit',
      'the player removes the limit',
      'limits.set answers: the limit stays at 500 baht, and can be removed after 24 hours',
    ],
    'After 24 hours the higher limit can be confirmed': [
      'the player opens the page “My play”',
      'limits.read answers: a limit of 500 baht, which can now be raised to 900 baht',
      'the player opens the 24-hour deposit limit',
      'the player saves',
      'limits.set answers: the limit is 900 baht',
    ],
    'The player limits losses to 500 baht in 24 hours': [
      'the player opens the page “My play”',
      'limits.read answers: no 24-hour limit',
      'the player opens the 24-hour loss limit',
      'the player enters 500 baht',
      'the player saves',
      'limits.set answers: the loss limit is 500 baht',
    ],
    'The player limits playing time to 2 hours in 24 hours, then asks for more': [
      'the player opens the page “My play”',
      'limits.read answers: no 24-hour limit',
      'the player opens the 24-hour time limit',
      'the player enters 120 minutes',
      'the player saves',
      'limits.set answers: the time limit is 2 hours',
      'the player opens the 24-hour time limit',
      'the player enters 210 minutes',
      'the player saves',
      'limits.set answers: the time limit stays at 2 hours, and 3.5 hours can be confirmed after 24 hours',
    ],
    'A deposit above the limit is held': [
      'the player opens the page “My play”',
      'limits.read answers: a limit of 500 baht, and a held deposit of 300 baht',
    ],
  },
  cites: {
    'limits.read': 'R585',
    shown: 'R585, R588, R607, R637',
    editing: 'R587',
    'limits.set': 'R585, R587, R607, R637',
  },
})
