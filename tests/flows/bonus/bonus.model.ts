import { createEmptyActor } from 'xstate'
import { cardState } from '#contract/bonus.ts'
import { readable } from '#contract/rows.ts'
import { type BonusDeed, bonusMachine } from '#machines/bonus.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { NOON, nothingHeld, oneHeld } from '#tests/kit/samples/bonus.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const wallet = createEmptyActor() as never

/** The calls that load the page. */
export const READ = ['bonus.list', 'bonus.active', 'lookup.notice'] as const

export default defineModel({
  machine: bonusMachine,
  starts: {
    'the player opens the list of bonuses': { wallet, pending: null, pendingCode: null },
    'the page is reloaded before the server has responded to the claim of WELCOME': {
      wallet,
      pending: pendingOf<BonusDeed>({ deed: 'take', code: 'WELCOME' }),
      pendingCode: null,
    },
    'the page is reloaded before the server has responded to the request to end WELCOME': {
      wallet,
      pending: pendingOf<BonusDeed>({ deed: 'end', code: '' }),
      pendingCode: null,
    },
  },
  events: {
    'bonus.open': {
      'the player opens WELCOME': { code: 'WELCOME' },
      'the player opens DAILY, which they have already claimed today': { code: 'DAILY' },
      'the player opens FIRST, whose quota is used up': { code: 'FIRST' },
    },
    'bonus.leave': { 'the player closes the details': {} },
    'bonus.take': { 'the player claims the bonus': {} },
    'bonus.end': { 'the player asks to end the bonus': {} },
    'bonus.keep': { 'the player keeps the bonus': {} },
    'bonus.confirm': { 'the player confirms': {} },
    'bonus.gotIt': { 'the player dismisses the message': {} },
    'bonus.retry': { 'the player tries again': {} },
    'clock.tick': {
      'a second passes': { now: NOON + 1_000 },
      'it is midnight in Bangkok': { now: NOON + 12 * 3_600_000 },
    },
    'promotion.ended': { 'a promotion is claimed, or its claim is refused': {} },
    'attempt.unknown': unanswered,
  },
  calls: { read: READ, attempt: ['bonus.activate', 'bonus.clear'] },
  outcomes: {
    read: {
      done: { 'WELCOME can be claimed, and no bonus is active': nothingHeld, 'WELCOME is active': oneHeld },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'the request succeeds': done({}),
        'refused: the conditions are not met': refusal('BONUS_CONDITION'),
        ...unanswerable,
      },
    },
  },
  facts: ({ reading }) => ({
    'current bonus': reading?.active.status ?? null,
    cards: reading && readable(reading.bonuses).map((bonus) => cardState(bonus, reading.now)),
  }),
  stories: {
    'The player claims the bonus WELCOME': [
      'the player opens the list of bonuses',
      'the server answers: WELCOME can be claimed, and no bonus is active',
      'the player opens WELCOME',
      'the player claims the bonus',
      'the attempt ends: the request succeeds',
    ],
  },
  cites: {
    'the page is reloaded before the server has responded to the claim of WELCOME': 'R232, R364',
    'the page is reloaded before the server has responded to the request to end WELCOME': 'R230, R367',
    read: 'R309, R363, R365',
    failed: 'R407, D-48',
    shown: 'R133',
    'the server answers: WELCOME is active': 'R222, R228',
    'the player opens WELCOME': 'R224, R225',
    'the player opens DAILY, which they have already claimed today': 'R223, R226',
    details: 'R231',
    'bonus.take': 'R232, R364',
    confirming: 'R24, R229',
    'bonus.confirm': 'R230, R367',
    taken: 'R6, R411',
    ended: 'R230',
    'the attempt is refused: the conditions are not met': 'R411, R414',
    'it is midnight in Bangkok': 'R226, D-35',
    'promotion.ended': 'R412',
  },
})
