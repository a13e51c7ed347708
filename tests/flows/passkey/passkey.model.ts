import { passkeyMachine } from '#machines/passkey.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { created, laptop, options, phone } from '#tests/kit/samples/passkeys.ts'
import { confirmed, declined, unconfirmed } from '#tests/kit/samples/step-up.ts'

export default defineModel({
  machine: passkeyMachine,
  starts: { 'the player opens the list of passkeys': undefined },
  events: {
    'passkey.retry': { 'the player tries again': {} },
    'add.ask': { 'the player chooses to add a passkey': {} },
    'remove.ask': {
      'the player chooses to remove the phone’s passkey': { id: phone.id },
      'the player chooses to remove a passkey that is not in the list': { id: 'gone' },
    },
    'passkey.check': { 'the player checks again': {} },
    'passkey.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { prepare: ['passkey.prepare'], remove: ['passkey.remove'], create: [] },
  outcomes: {
    'passkey.list': {
      done: {
        'no passkeys': { passkeys: [] },
        'the phone’s passkey': { passkeys: [phone] },
        'the passkeys of the laptop and the phone': { passkeys: [laptop, phone] },
      },
      error: { 'no answer': noAnswer },
    },
    prepare: {
      done: {
        'a passkey may be added': confirmed(options),
        'refused: too many requests': declined('REQUEST_LIMIT'),
        ...unconfirmed,
      },
    },
    create: {
      done: { 'a passkey is created': created },
      error: { 'no passkey is created': refused('NOT_CREATED') },
    },
    'passkey.add': {
      done: { 'the passkey is saved': {} },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
    remove: {
      done: {
        'the passkey is removed': confirmed({}),
        'refused: the passkey was already removed': declined('NO_DATA'),
        ...unconfirmed,
      },
    },
  },
  facts: ({ passkeys, failure }) => ({ passkeys: passkeys.length, failure: failure?.code ?? null }),
  stories: {
    'The player adds a passkey': [
      'the player opens the list of passkeys',
      'passkey.list answers: no passkeys',
      'the player chooses to add a passkey',
      'the confirmation ends: a passkey may be added',
      'the browser answers: a passkey is created',
      'passkey.add answers: the passkey is saved',
      'passkey.list answers: the phone’s passkey',
    ],
    'The player removes a passkey': [
      'the player opens the list of passkeys',
      'passkey.list answers: the passkeys of the laptop and the phone',
      'the player chooses to remove the phone’s passkey',
      'the confirmation ends: the passkey is removed',
      'passkey.list answers: no passkeys',
    ],
  },
  cites: {
    'passkey.list': 'R620',
    shown: 'R620',
    adding: 'R621, R628',
    create: 'R622',
    declined: 'R622',
    'passkey.add': 'R621',
    removing: 'R623, R628',
    unsure: 'R629',
    refused: 'R621, R623',
  },
})
