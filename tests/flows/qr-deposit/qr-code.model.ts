import { createEmptyActor } from 'xstate'
import { qrCodeMachine } from '#machines/qr-code.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { code, DEADLINE, noCode, START } from '#tests/kit/samples/qr.ts'

const paid = { qrcodeId: code.qrcodeId, amount: 10_000 }

export default defineModel({
  machine: qrCodeMachine,
  starts: { 'a code is open': { provider: 'WW', code, owner: createEmptyActor() as never } },
  events: {
    'qr.save': { 'the player saves the picture': {} },
    'qr.transferred': { 'the player reports the payment': {} },
    'qr.cancel': { 'the player asks to cancel the code': {} },
    'cancel.confirm': { 'the player confirms the cancellation': {} },
    'cancel.keep': { 'the player keeps the code': {} },
    'qr.refresh': { 'the player refreshes the balance': {} },
    'qr.again': { 'the player asks for a new code': {} },
    'qr.close': { 'the player dismisses the message': {} },
    'qr.reload': { 'a code for another provider is created': {} },
    'clock.tick': {
      'a second passes': { now: START },
      'the last second begins': { now: DEADLINE - 1000 },
      'the countdown reaches 00:00': { now: DEADLINE },
    },
  },
  outcomes: {
    'qr.get': {
      done: {
        'the code is still open': code,
        'the code was paid': { hasQrcode: false, paid },
        'the code was paid, and the money is held because it exceeds a deposit limit': {
          hasQrcode: false,
          paid: { ...paid, isHeld: true },
        },
        'there is no code': noCode,
      },
      error: { 'no answer': noAnswer },
    },
    'qr.remove': {
      done: { 'the code is cancelled': {} },
      error: { 'refused: the code has already been paid': refused('QR_FAIL'), 'no answer': noAnswer },
    },
  },
  facts: ({ failure, now, isHeld }) => ({
    failure: failure?.code ?? null,
    'code about to expire': now === DEADLINE - 1000,
    'money held': isHeld,
  }),
  stories: {
    'The player pays the code and reports it': ['a code is open', 'a second passes', 'the player reports the payment'],
    'The code expires, and the player asks for a new one': [
      'a code is open',
      'the countdown reaches 00:00',
      'qr.get answers: there is no code',
      'the player asks for a new code',
    ],
  },
  cites: {
    'live.open.waiting': 'R215',
    'clock.tick': 'R215, R525, D-13',
    'qr.get': 'R353',
    'live.confirming': 'R217',
    'qr.remove': 'R355, D-14',
    'qr.remove answers: the code is cancelled': 'R217',
    'qr.get answers: the code was paid, and the money is held because it exceeds a deposit limit': 'R588',
    'expired.checking': 'R216',
    'qr.transferred': 'R218',
  },
})
