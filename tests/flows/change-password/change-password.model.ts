import { changePasswordMachine } from '#machines/change-password.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { RULES } from '#tests/kit/samples/settings.ts'

const oldPassword = 'demo1234'
const good = { oldPassword, newPassword: 'new-demo1234', confirm: 'new-demo1234' }

/** When a change was sent before the page was loaded again. */
const SENT_AT = Date.UTC(2026, 10, 21, 8, 2)
const fresh = { least: RULES.passwordMin, endsSessions: true, sentAt: null }

export default defineModel({
  machine: changePasswordMachine,
  starts: {
    'the change of the password is opened': fresh,
    'the change of the password is opened after a reload, no answer has come': { ...fresh, sentAt: SENT_AT },
  },
  events: {
    'password.type': { 'the player types': {} },
    'password.submit': {
      'the player saves, with a field empty': { ...good, confirm: '' },
      'the player saves seven characters': { oldPassword, newPassword: 'secret7', confirm: 'secret7' },
      'the player saves two different ones': { ...good, confirm: 'new-demo12345' },
      'the player saves a good one': good,
    },
    'password.check': { 'the player checks again': good },
    'password.login': { 'the player goes to the login': {} },
    'password.gotIt': { 'the player has read it': {} },
  },
  outcomes: {
    'account.password': {
      done: { 'it is changed': {} },
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
      'the change of the password is opened',
      'the player saves a good one',
      'account.password answers: it is changed',
      'the player has read it',
    ],
  },
  cites: {
    editing: 'R131',
    'the player saves, with a field empty': 'R278',
    'the player saves two different ones': 'R279',
    'account.password': 'R323',
    refused: 'R410',
    saved: 'R410',
    'the player goes to the login': 'R74',
  },
})
