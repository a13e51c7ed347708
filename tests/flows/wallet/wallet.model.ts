import type { SnapshotFrom } from 'xstate'
import { isUnderWay } from '#contract/under-way.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { lastBalance, moving, movingPartial, partial, reading } from '#tests/kit/samples/wallet.ts'

/** Whether a page is open. While none is open, no requests are sent. */
const isOpen = (seen: SnapshotFrom<typeof walletMachine>) =>
  !['unread', 'remembered'].some((overview) => seen.matches({ games: 'resting', overview } as never))

/** Whether no other timer is running that would fire before UNDER_WAY_WATCH (one minute). */
const isAlone = (seen: SnapshotFrom<typeof walletMachine>) => seen.matches({ games: 'resting' })

export default defineModel({
  machine: walletMachine,
  starts: {
    'a member is signed in': { syncedAt: null },
    'a member returns': { syncedAt: reading.at, last: lastBalance },
  },
  events: {
    'wallet.open': { 'the player opens the home page': {} },
    'wallet.show': { 'the player opens another page': {} },
    'wallet.refresh': { 'the player refreshes the balance': {} },
    'wallet.read': { 'money has moved, so the balance must be reloaded': {} },
  },
  outcomes: {
    'wallet.refresh': { done: { 'the games have sent their balances': {} }, error: { 'no answer': noAnswer } },
    'wallet.get': {
      done: {
        'the balance': reading,
        'the balance, except one game account that could not be read': { ...reading, overview: partial },
        'the balance, and a QR code awaiting payment': { ...reading, overview: moving },
        'the balance, except one game account that could not be read; and a QR code awaiting payment': {
          ...reading,
          overview: movingPartial,
        },
      },
      error: { 'no answer': noAnswer },
    },
  },
  only: {
    'wallet.refresh': isOpen,
    'wallet.read': isOpen,
    'xstate.after.UNDER_WAY_WATCH.wallet.overview.known': isAlone,
    'xstate.after.UNDER_WAY_WATCH.wallet.overview.partial': isAlone,
  },
  facts: ({ overview, last }) => ({
    'balance known': overview !== null,
    'last balance shown': last !== null,
    'payment pending': isUnderWay(overview?.underWay),
    'all games readable': overview === null || overview.unread === 0,
  }),
  stories: {
    'The player refreshes the balance on the home page': [
      'a member is signed in',
      'the player opens the home page',
      'after 0.3 s (REFRESH_DELAY)',
      'wallet.refresh answers: the games have sent their balances',
      'wallet.get answers: the balance',
    ],
    'A QR code is paid elsewhere, and the balance follows within a minute': [
      'a member is signed in',
      'the player opens another page',
      'wallet.get answers: the balance, and a QR code awaiting payment',
      'after 60 s (UNDER_WAY_WATCH)',
      'wallet.get answers: the balance',
    ],
  },
  cites: {
    'wallet.open': 'R80',
    REFRESH_DELAY: 'R80, D-06',
    'the player refreshes the balance': 'R84',
    'wallet.refresh': 'R327',
    'wallet.refresh fails: no answer': 'D-06',
    REFRESH_PATIENCE: 'D-06',
    'overview.remembered': 'R83, D-60',
    'overview.reading': 'R326',
    'wallet.get answers: the balance': 'R83, D-05',
    'overview.known': 'R82, R83',
    'overview.partial': 'R82, R161',
    'overview.stale': 'R83',
    'wallet.get answers: the balance, and a QR code awaiting payment': 'R597',
    UNDER_WAY_WATCH: 'R598, D-67',
    'overview.checking': 'R598, D-67',
  },
})
