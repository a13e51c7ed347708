import { createEmptyActor } from 'xstate'
import { QR_RULES } from '#contract/qr.ts'
import { depositMachine } from '#machines/deposit.machine.ts'
import { defineModel } from '../kit/model.ts'
import { ways } from './fixtures/deposit.ts'
import { noAnswer } from './fixtures/failures.ts'

export default defineModel({
  machine: depositMachine,
  starts: {
    'the deposit dialog is opened': {
      wallet: createEmptyActor() as never,
      toasts: createEmptyActor() as never,
      rules: QR_RULES,
    },
  },
  events: {
    'tab.choose': { 'the player chooses bank transfer': { tab: 'bank' }, 'the player chooses QR': { tab: 'qr' } },
    'provider.choose': { 'the player chooses WW': { provider: 'WW' } },
    'qr.found': { 'a code is open at WW': { provider: 'WW' } },
    'qr.typed': { 'the player types an amount': { provider: 'WW' } },
    'qr.created': { 'a code is made at WW': { provider: 'WW' } },
    'qr.moneyMoved': { 'money may have moved': {} },
    'qr.refreshAsked': { 'the player refreshes the balance': {} },
    'qr.paidClaimed': { 'the player says: I have paid': {} },
    'qr.closeAsked': { 'the player has seen that the money came': {} },
    'qr.cancelled': { 'a code was cancelled': {} },
    'qr.saveFailed': { 'the picture could not be saved': {} },
  },
  outcomes: { 'lookup.deposit': { done: { 'here are the ways': ways }, error: { 'no answer': noAnswer } } },
  facts: ({ tab, provider, hasChosen }) => ({ tab, provider, hasChosen }),
})
