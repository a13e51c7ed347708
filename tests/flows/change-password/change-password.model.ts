import { changePasswordMachine } from '#machines/change-password.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { RULES } from '#tests/kit/samples/settings.ts'

const oldPassword = 'demo1234'
const good = { oldPassword, newPassword: 'new-demo1234', confirm: 'new-demo1234' }

/** The time at which a change was sent before a reload. */
const SENT_AT = Date.UTC(2026, 10, 21, 8, 2)
const fresh = { least: RULES.passwordMin, endsSessions: true, sentAt: null }

export default defineModel({
  machine: changePasswordMachine,
  starts: {
    'the player opens the password dialog': fresh,
    'the player reopens the password dialog after a reload, while the outcome of a password change is unknown': {
      ...fresh,
      sentAt: SENT_AT,
    },
  },
  events: {
    'password.type': { 'the player types': {} },
    'password.submit': {
      'the player saves with an empty field': { ...good, confirm: '' },
      'the player saves a password of seven characters': { oldPassword, newPassword: 'secret7', confirm: 'secret7' },
      'the player saves two passwords that do not match': { ...good, confirm: 'new-demo12345' },
      'the player saves a valid password': good,
    },
    'password.check': { 'the player checks again': good },
    'password.login': { 'the player goes to the login page': {} },
    'password.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'account.password': {
      done: { 'the password is changed': {} },
      error: {
        'the current password is wrong': refused('WRONG_PASSWORD'),
        refused: refused('INACTIVE_USER'),
        'no answer': noAnswer,
      },
    },
  },
  facts: ({ failure }) => ({ failure: failure?.code ?? null }),
  stories: {
    'The player changes the password': [
      'the player opens the password dialog',
      'the player saves a valid password',
      'account.password answers: the password is changed',
      'the player dismisses the message',
    ],
  },
  cites: {
    editing: 'R131',
    'the player saves with an empty field': 'R278',
    'the player saves two passwords that do not match': 'R279',
    'account.password': 'R323',
    refused: 'R410',
    saved: 'R410',
    'the player goes to the login page': 'R74',
  },
})
