import { createEmptyActor } from 'xstate'
import { satang } from '#contract/money.ts'
import { TRANSFER_MIN, transferProblem, WALLET } from '#contract/transfer.ts'
import { transferMachine } from '#machines/transfer.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { problemWords } from '#tests/kit/typed-words.ts'

const wallet = createEmptyActor() as never
const pending = pendingOf({ from: WALLET, to: 'pg', amount: satang(50_000) })

export default defineModel({
  machine: transferMachine,
  starts: {
    'the player opens the transfer dialog': { wallet, to: '', least: TRANSFER_MIN, pending: null },
    'the player opens the transfer dialog, with Moonreel as the destination': {
      wallet,
      to: 'pg',
      least: TRANSFER_MIN,
      pending: null,
    },
    'the player opens the transfer dialog from the withdrawal, with 500 baht from Moonreel filled in': {
      wallet,
      to: '',
      back: { from: 'pg', amount: satang(50_000) },
      least: TRANSFER_MIN,
      pending: null,
    },
    'the page is reloaded before the server has responded to a transfer of 500 baht into Moonreel': {
      wallet,
      to: '',
      least: TRANSFER_MIN,
      pending,
    },
  },
  events: {
    'from.choose': { 'the player chooses Moonreel as source': { code: 'pg' } },
    'to.choose': { 'the player chooses Moonreel as destination': { code: 'pg' } },
    'places.swap': { 'the player swaps source and destination': {} },
    'amount.type': {
      'the player enters 1 baht, the minimum': { text: '1' },
      'the player enters 0.99 baht, below the minimum': { text: '0.99' },
    },
    'transfer.submit': {
      'the player submits the transfer': {},
      'the player submits the transfer while a bonus keeps the money in the games': { turnover: satang(25_000) },
    },
    'transfer.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['wallet.transfer'] },
  outcomes: {
    attempt: {
      done: {
        'the money is moved': done({}),
        'refused: there is not enough money': refusal('MONEY_NOT_ENOUGH'),
        ...unanswerable,
      },
    },
  },
  facts: (context) => ({
    from: context.from,
    to: context.to,
    input: problemWords(transferProblem(context, context)),
    'transfer pending': context.pending !== null,
  }),
  stories: {
    'The player moves 1 baht from Moonreel into the main wallet': [
      'the player opens the transfer dialog, with Moonreel as the destination',
      'the player swaps source and destination',
      'the player enters 1 baht, the minimum',
      'the player submits the transfer',
      'the attempt ends: the money is moved',
      'the player dismisses the message',
    ],
  },
  cites: {
    'the player opens the transfer dialog from the withdrawal, with 500 baht from Moonreel filled in': 'R599',
    editing: 'R112',
    'transfer.submit': 'R264, R265, R266, R665',
    attempting: 'R332',
    succeeded: 'R4, R397',
    refused: 'R395',
  },
})
