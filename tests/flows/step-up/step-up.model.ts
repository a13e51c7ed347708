import { stepUpMachine } from '#machines/lib/step-up.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'

const PASSWORD = 'demo1234'

export default defineModel({
  machine: stepUpMachine<object, object>(),
  starts: { 'the player asks for the erasure of their data': { name: 'data.erase', input: {} } },
  events: {
    'password.type': { 'the player types': {} },
    'password.submit': {
      'the player confirms without the password': { password: '' },
      'the player confirms with the password': { password: PASSWORD },
    },
    'passkey.use': { 'the player chooses the passkey': {} },
    'stepUp.leave': { 'the player goes back': {} },
    'stepUp.check': { 'the player checks again': { password: PASSWORD } },
    'stepUp.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { sign: ['passkey.confirm'], call: ['data.erase'] },
  outcomes: {
    hasPasskey: {
      done: { 'this browser has never used a passkey': false, 'this browser has used a passkey': true },
      error: { 'no answer': noAnswer },
    },
    sign: {
      done: { 'the passkey signs the change': signed },
      error: { 'no passkey signs the change': refused('NOT_SIGNED') },
    },
    call: {
      done: { 'the change is made': {} },
      error: {
        'the password is wrong': refused('WRONG_PASSWORD'),
        'the passkey is refused': refused('PASSKEY_REFUSED'),
        'too many requests': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
  },
  only: {
    // to submit an empty password after a wrong one, the player would have to empty the field, which counts as typing
    'password.submit': ({ context: { isWrong } }, { password }) => password !== '' || !isWrong,
  },
  facts: ({ signed, isWrong, outcome }) => ({
    'signed by a passkey': signed !== null,
    'wrong password entered': isWrong,
    outcome: outcome.status,
  }),
  stories: {
    'The player confirms with the password, which is wrong at first': [
      'the player asks for the erasure of their data',
      'the app finds: this browser has never used a passkey',
      'the player confirms with the password',
      'sending fails: the password is wrong',
      'the app finds: this browser has never used a passkey',
      'the player types',
      'the player confirms with the password',
      'the server answers: the change is made',
    ],
    'The player confirms with a passkey': [
      'the player asks for the erasure of their data',
      'the app finds: this browser has used a passkey',
      'the player chooses the passkey',
      'the browser answers: the passkey signs the change',
      'the server answers: the change is made',
    ],
  },
  cites: {
    'asking.typing': 'R628',
    'asking.choosing': 'R628',
    signing: 'R628',
    unsure: 'R629',
  },
})
