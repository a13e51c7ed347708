import { createEmptyActor } from 'xstate'
import { bankTransferMachine } from '#machines/bank-transfer.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { kbank, scb, thaiOwn } from '#tests/kit/samples/deposit.ts'
import { confirmed, declined, unconfirmed } from '#tests/kit/samples/step-up.ts'

const copy = { text: kbank.bankAccountNo, to: kbank, own: thaiOwn }

const ends = { wallet: createEmptyActor() as never, toasts: createEmptyActor() as never }
const NAME = 'JAIDEE MEESUK'

export default defineModel({
  machine: bankTransferMachine,
  starts: {
    'the bank accounts are shown': ends,
    'the bank accounts are shown, and changing the name requires the password': { ...ends, asksPassword: true },
  },
  events: {
    'bank.copy': {
      'the player copies the number of an account that accepts names in any script': {
        ...copy,
        text: scb.bankAccountNo,
        to: scb,
      },
      'the player, whose name is Thai, copies the number of an account that accepts only English names': copy,
    },
    'name.type': { 'the player types an account name': {} },
    'name.submit': {
      'the player saves a Thai name': { bankAccountName: 'ใจดี' },
      'the player saves an empty name': { bankAccountName: '' },
      'the player saves an English name': { bankAccountName: NAME },
    },
    'name.skip': { 'the player copies the account number without giving an English name': {} },
    'name.leave': { 'the player cancels': {} },
    'name.copy': { 'the player copies the number after saving the name': {} },
    'copy.ended': {
      'the text is on the clipboard': { isDone: true },
      'the browser refuses to copy': { isDone: false },
    },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['account.rename'], stepUp: ['account.rename'] },
  outcomes: {
    attempt: {
      done: {
        'the name is saved': done({}),
        'the name is refused': refusal('BANK_ACCOUNT_NAME_ENG'),
        'the password is required': refusal('WRONG_PASSWORD'),
        ...unanswerable,
      },
    },
    stepUp: {
      done: {
        'the name is saved': confirmed({}),
        'the name is refused': declined('BANK_ACCOUNT_NAME_ENG'),
        ...unconfirmed,
      },
    },
  },
  facts: ({ failure, asksPassword }) => ({ failure: failure?.code ?? null, 'password required': asksPassword }),
  stories: {
    'The player gives an English name and copies the account number': [
      'the bank accounts are shown',
      'the player, whose name is Thai, copies the number of an account that accepts only English names',
      'the player saves an English name',
      'the attempt ends: the name is saved',
    ],
    'The player gives an English name, which needs the password, and copies': [
      'the bank accounts are shown, and changing the name requires the password',
      'the player, whose name is Thai, copies the number of an account that accepts only English names',
      'the player saves an English name',
      'the confirmation ends: the name is saved',
      'the player copies the number after saving the name',
    ],
  },
  cites: {
    listed: 'R106',
    'bank.copy': 'R107',
    naming: 'R111, D-43',
    'the player saves an empty name': 'R260',
    'the player saves a Thai name': 'R261, R262',
    'the player saves an English name': 'R261',
    saving: 'R322',
    'the attempt ends: the name is refused': 'R262',
    'the attempt ends: the password is required': 'R642',
    proving: 'R642, R628',
    stepUp: 'R642, R629',
    'the text is on the clipboard': 'R399',
    'the browser refuses to copy': 'R400',
  },
})
