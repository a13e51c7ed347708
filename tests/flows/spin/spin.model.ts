import { createEmptyActor } from 'xstate'
import { spinMachine } from '#machines/spin.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { wheelWith, won, wonElse } from '#tests/kit/samples/spin.ts'

const ends = { wallet: createEmptyActor() as never, claim: null }

export default defineModel({
  machine: spinMachine,
  starts: {
    'the player opens the wheel': { ...ends, pending: null, decided: null },
    'the page is reloaded before the server has responded to a spin': {
      ...ends,
      pending: pendingOf({}),
      decided: null,
    },
    'the page is reloaded while the wheel is turning': { ...ends, pending: null, decided: won },
  },
  events: {
    'spin.retry': { 'the player tries again': {} },
    'wheel.spin': { 'the player spins': {} },
    'prize.gotIt': { 'the player has seen the prize': {} },
    'spin.gotIt': { 'the player dismisses the message': {} },
    'coupons.claimed': { 'a coupon is claimed': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['spin.spin'] },
  outcomes: {
    'spin.setup': {
      done: {
        'there is a wheel, and the player has one coin': wheelWith(1),
        'there is a wheel, but the player has no coins': wheelWith(0),
        'there is no active wheel': { activeSpinwheel: null, userCoin: 1 },
      },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'the player wins a prize that is on the wheel': done(won),
        'the player wins a prize that is not on the wheel': done(wonElse),
        'refused: a bonus is active': refusal('BONUS_REMAINING'),
        ...unanswerable,
      },
    },
    chance: {
      done: {
        'the wheel turns three times in 1.2 s': { turns: 0, seconds: 0, inside: 0.5 },
        'reduced motion is on, so the wheel does not turn': null,
      },
      error: { 'no random numbers are available': noAnswer },
    },
  },
  facts: ({ setup, pending, decided }) => ({
    coins: setup?.userCoin ?? null,
    'wheel loaded': Boolean(setup?.activeSpinwheel),
    'spin pending': pending !== null,
    'prize won': decided?.code ?? null,
  }),
  stories: {
    'The player spins and wins a prize': [
      'the player opens the wheel',
      'spin.setup answers: there is a wheel, and the player has one coin',
      'the player spins',
      'the attempt ends: the player wins a prize that is on the wheel',
      'the app decides: reduced motion is on, so the wheel does not turn',
      'after 2 s (PRIZE_DELAY)',
      'the player has seen the prize',
    ],
  },
  cites: {
    'spin.setup': 'R180, R348',
    'spin.setup answers: there is a wheel, but the player has no coins': 'R234, R235',
    ready: 'R138',
    asking: 'R349',
    'the attempt ends: the player wins a prize that is on the wheel': 'R183, R236',
    'the attempt ends: the player wins a prize that is not on the wheel': 'R183, D-37',
    'the app decides: the wheel turns three times in 1.2 s': 'R545, R546, D-54',
    turning: 'R233, R236',
    landed: 'R237',
    PRIZE_DELAY: 'R238, R548',
    prize: 'R9',
    'prize.gotIt': 'R239',
    refused: 'R415',
    'coupons.claimed': 'R240',
  },
})
