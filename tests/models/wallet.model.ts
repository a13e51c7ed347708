import { walletMachine } from '#machines/wallet.machine.ts'
import { defineModel } from '../kit/model.ts'
import { noAnswer } from './fixtures/failures.ts'
import { reading } from './fixtures/wallet.ts'

export default defineModel({
  machine: walletMachine,
  starts: { 'a member is signed in': { syncedAt: null } },
  events: {
    'wallet.open': { 'home is opened': {} },
    'wallet.show': { 'another page is opened': {} },
    'wallet.refresh': { 'the player refreshes the balance': {} },
    'wallet.read': { 'money has moved: the balance is to be read': {} },
  },
  outcomes: {
    'wallet.refresh': { done: { 'the games have answered': {} }, error: { 'no answer': noAnswer } },
    'wallet.get': { done: { 'here is the balance': reading }, error: { 'no answer': noAnswer } },
  },
  facts: ({ overview, failure }) => ({ isKnown: overview !== null, failure: failure?.code ?? null }),
})
