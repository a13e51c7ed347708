import { createEmptyActor } from 'xstate'
import { canCreateQr, QR_RULES } from '#contract/qr.ts'
import { parseAmount } from '#contract/typed.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { code, noCode } from '#tests/kit/samples/qr.ts'

export default defineModel({
  machine: qrDepositMachine,
  starts: {
    'the player opens the deposit dialog': { provider: 'WW', rule: QR_RULES.WW, owner: createEmptyActor() as never },
  },
  events: {
    'tab.shown': { 'the tab is opened': {} },
    'amount.type': {
      'the player enters 100 baht, the minimum': { text: '100' },
      'the player enters 99.99 baht, below the minimum': { text: '99.99' },
    },
    'qr.create': { 'the player asks for a code': {} },
    'qr.check': { 'the player checks again': {} },
    'qr.retry': { 'the player tries again': {} },
    'qr.reload': { 'a code for another provider is created': {} },
  },
  outcomes: {
    'qr.get': { done: { 'a code is open': code, 'no code is open': noCode }, error: { 'no answer': noAnswer } },
    'qr.create': {
      done: {
        'the code is created': code,
        'no code is created, and a reason is given': { ...noCode, message: 'QR_FAIL' },
        'no code is created, and no reason is given': noCode,
      },
      error: { refused: refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
    qrCode: {
      done: { 'it is paid, cancelled or expired': 'empty', 'it may be out of date and must be reloaded': 'reread' },
    },
  },
  facts: ({ rule, text, failure }) => ({
    'amount allowed': canCreateQr(rule, parseAmount(text)),
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player creates a QR code for 100 baht': [
      'the player opens the deposit dialog',
      'the tab is opened',
      'qr.get answers: no code is open',
      'the player enters 100 baht, the minimum',
      'the player asks for a code',
      'qr.create answers: the code is created',
    ],
  },
  cites: {
    'qr.get': 'R353',
    empty: 'R213',
    'the player enters 99.99 baht, below the minimum': 'R271',
    'qr.create': 'R354',
    'qr.create answers: the code is created': 'R214',
    'qr.create answers: no code is created, and a reason is given': 'R401',
    'qr.create answers: no code is created, and no reason is given': 'R401',
    'the code ends: it is paid, cancelled or expired': 'R217',
    'qr.reload': 'R219, D-15',
  },
})
