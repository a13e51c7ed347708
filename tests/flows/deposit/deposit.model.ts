import { createEmptyActor } from 'xstate'
import { QR_RULES } from '#contract/qr.ts'
import { depositMachine } from '#machines/deposit.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { SEALED } from '#tests/kit/samples/gift.ts'
import { pending as slip } from '#tests/kit/samples/slip.ts'

const ends = {
  wallet: createEmptyActor() as never,
  toasts: createEmptyActor() as never,
  rules: QR_RULES,
  asksPassword: false,
}
const gift = pendingOf({ link: SEALED })

export default defineModel({
  machine: depositMachine,
  starts: {
    'the player opens the deposit dialog': { ...ends, pending: { gift: null, slip: null } },
    'the player opens the dialog while it is unknown whether a gift link was redeemed': {
      ...ends,
      pending: { gift, slip: null },
    },
    'the player opens the dialog while it is unknown whether a slip was received': {
      ...ends,
      pending: { gift: null, slip },
    },
  },
  events: {
    'tab.choose': {
      'the player chooses bank transfer': { tab: 'bank' },
      'the player chooses QR': { tab: 'qr' },
      'the player chooses the gift link': { tab: 'gift' },
    },
    'provider.choose': { 'the player chooses the provider WW': { provider: 'WW' } },
    'ways.retry': { 'the player tries again': {} },
    'qr.found': { 'an open QR code from the provider WW is found': { provider: 'WW' } },
    'qr.typed': { 'the player types an amount': { provider: 'WW' } },
    'qr.created': { 'a QR code from the provider WW is created': { provider: 'WW' } },
    'qr.moneyMoved': { 'the balance may have changed': {} },
    'qr.refreshAsked': { 'the player refreshes the balance': {} },
    'qr.paidClaimed': { 'the player reports the payment': {} },
    'qr.closeAsked': { 'the player dismisses the message that the money has arrived': {} },
    'qr.cancelled': { 'a QR code is cancelled': {} },
    'qr.saveFailed': { 'the picture of the QR code cannot be saved': {} },
  },
  outcomes: { 'lookup.deposit': { done: { 'the deposit methods': ways }, error: { 'no answer': noAnswer } } },
  facts: ({ tab, hasChosen }) => ({ tab, 'provider chosen by player': hasChosen }),
  stories: {
    'The player pays a QR code and the money arrives': [
      'the player opens the deposit dialog',
      'lookup.deposit answers: the deposit methods',
      'the player chooses the provider WW',
      'a QR code from the provider WW is created',
      'the player reports the payment',
    ],
  },
  cites: {
    'lookup.deposit': 'R105, R305',
    'lookup.deposit fails: no answer': 'R402, D-48',
    'ways.retry': 'R402',
    'tab.choose': 'R3',
    'provider.choose': 'R109',
    'qr.found': 'R109, R353',
    'qr.created': 'R219, D-15',
    'qr.cancelled': 'R217',
    'qr.paidClaimed': 'R218',
  },
})
