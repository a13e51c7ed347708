import { type Actor, createActor, fromCallback } from 'xstate'
import type { chatMachine } from '#machines/chat.machine.ts'
import { sessionMachine } from '#machines/session.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'

/** A substitute for the chat actor that the page with the chat creates and passes to the session. */
const chat = createActor(fromCallback(() => {})) as unknown as Actor<typeof chatMachine>

export default defineModel({
  machine: sessionMachine,
  starts: {
    'a visitor opens the registration page': { hasToken: false, syncedAt: null },
    'a member returns': { hasToken: true, syncedAt: 1 },
  },
  events: {
    'login.open': { 'the login page is opened': { back: null } },
    'login.type': { 'the player types': {} },
    'login.remember': { 'the player unticks “remember me”': { remember: false } },
    'login.submit': { 'the player logs in': { username: '0812345678', password: 'demo1234', remember: true } },
    'login.passkey': { 'the player chooses a passkey': { answer: signed } },
    'public.open': { 'a public page is opened': {} },
    'user.open': { 'a member page is opened': {} },
    'session.logout': { 'the player logs out': {} },
    'wire.gone': { 'a reply reports that the site is shut down': {} },
    'wire.signedOut': { 'a reply reports that the session has ended': { failure: refused('EXPIRED_AUTH_TOKEN') } },
    'chat.open': { 'the player opens a page with the chat': { chat } },
    'tab.signedIn': { 'another tab logs in': {} },
    'tab.signedOut': { 'another tab logs out': {} },
  },
  outcomes: {
    'lookup.active': {
      done: { 'the site is open': { terminated: '' }, 'the site is shut down': { terminated: 'gone' } },
      error: { 'no answer': noAnswer },
    },
    'account.login': {
      done: {
        'the player is logged in, and the token is stored in the browser': { kept: 'browser' },
        'the player is logged in, and the token is stored in this page only': { kept: 'page' },
      },
      error: {
        'the phone number or password is wrong': refused('WRONG_CREDENTIAL'),
        'the site is shut down': refused('gone'),
        'no answer': noAnswer,
      },
    },
    'account.passkey': {
      done: { 'the player is logged in with the passkey': { kept: 'browser' } },
      error: {
        'too many requests': refused('REQUEST_LIMIT'),
        'the site is shut down': refused('gone'),
        'no answer': noAnswer,
      },
    },
  },
  facts: ({ hasToken, unasked, failure }) => ({
    'logged in': hasToken,
    'site status known': !unasked,
    'login refused': failure !== null,
  }),
  stories: {
    'A visitor logs in': [
      'a visitor opens the registration page',
      'the login page is opened',
      'lookup.active answers: the site is open',
      'the player types',
      'the player logs in',
      'account.login answers: the player is logged in, and the token is stored in the browser',
    ],
    'A visitor logs in with a passkey': [
      'a visitor opens the registration page',
      'the login page is opened',
      'lookup.active answers: the site is open',
      'the player chooses a passkey',
      'account.passkey answers: the player is logged in with the passkey',
    ],
    'A visitor opens the chat, logs in, and opens the chat again': [
      'a visitor opens the registration page',
      'the player opens a page with the chat',
      'the login page is opened',
      'lookup.active answers: the site is open',
      'the player logs in',
      'account.login answers: the player is logged in, and the token is stored in the browser',
      'the player opens a page with the chat',
      'the player logs out',
    ],
    'A member logs out': ['a member returns', 'the player logs out'],
  },
  cites: {
    'guest.browsing': 'R292',
    'a member returns': 'R65, R295',
    'user.open': 'R65, R78',
    'login.open': 'R75',
    'lookup.active': 'R314',
    'lookup.active answers: the site is open': 'R77',
    'lookup.active answers: the site is shut down': 'R76',
    'lookup.active fails: no answer': 'D-10',
    'login.type': 'R34',
    'login.remember': 'R36, R624',
    'login.submit': 'R30, R35',
    'account.login': 'R317',
    'account.login answers: the player is logged in, and the token is stored in the browser': 'R36, R296',
    'account.login fails: the phone number or password is wrong': 'R33, R393',
    'account.login fails: the site is shut down': 'R386',
    'login.passkey': 'R624',
    'account.passkey': 'R624',
    'account.passkey fails: too many requests': 'R625',
    'session.logout': 'R74, D-08',
    'public.open': 'R79',
    'chat.open': 'R12',
    'tab.signedIn': 'R295',
    'tab.signedOut': 'R74',
    'wire.gone': 'R386',
    'wire.signedOut': 'R387, R390, D-32',
    terminated: 'R63',
  },
})
