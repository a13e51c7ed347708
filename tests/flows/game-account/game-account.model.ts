import { createEmptyActor } from 'xstate'
import { satang } from '#contract/money.ts'
import { gameAccountMachine } from '#machines/game-account.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer, onBreak, refused } from '#tests/kit/samples/failures.ts'

const ends = { wallet: createEmptyActor() as never, toasts: createEmptyActor() as never }
const game = { ...ends, code: 'pg', web: null, isActive: true, pending: null }
const pending = (deed: 'activate' | 'reset' | 'fill') => pendingOf({ deed, code: 'pg' })

export default defineModel({
  machine: gameAccountMachine,
  starts: {
    'the player opens the dialog of an activated account': game,
    'the player opens the dialog of an account that is not activated': { ...game, isActive: false },
    'the page is reloaded while money is being moved into the game': { ...game, pending: pending('fill') },
    'the page is reloaded while the account is being activated': {
      ...game,
      isActive: false,
      pending: pending('activate'),
    },
    'the page is reloaded while the password is being replaced': { ...game, pending: pending('reset') },
  },
  events: {
    'game.activate': { 'the player activates the account': {} },
    'game.reset': { 'the player asks for a new password': {} },
    'game.confirm': { 'the player confirms the new password': {} },
    'game.leave': { 'the player keeps the old password': {} },
    'game.fill': { 'the player moves all money into the game': {} },
    'game.retry': { 'the player tries again': {} },
    'game.gotIt': { 'the player dismisses the message': {} },
    'game.copy': {
      'the player copies the user name': { what: 'username' },
      'the player copies the password': { what: 'password' },
    },
    'game.play': {
      'the player starts the game with all money in the main wallet': { moves: satang(150_050) },
      'the player starts the game and moves no money into it': { moves: satang(0) },
    },
    'copy.ended': {
      'the text is on the clipboard': { isDone: true },
      'the browser refuses to copy': { isDone: false },
    },
    'attempt.unknown': unanswered,
  },
  calls: {
    credentials: ['wallet.account'],
    enter: ['autoLogin.user'],
    attempt: ['wallet.transferAll', 'wallet.activate', 'wallet.resetpassword'],
  },
  outcomes: {
    attempt: {
      done: {
        'the request succeeds (any amount moved: 1,500.50 baht)': done({ amount: 150_050 }),
        'the account was already activated': refusal('SLOT_ALREADY_ACTIVE'),
        'refused by the server': refusal('MONEY_NOT_ENOUGH'),
        ...unanswerable,
      },
    },
    credentials: {
      done: { 'the credentials': { username: 'player1', hasForm: false } },
      error: { 'no answer': noAnswer, 'the member is on a break from play': onBreak },
    },
    enter: {
      done: {
        'the game is open in its tab': { link: null },
        'the browser did not open a tab': { link: 'https://game.example/?t=1' },
      },
      error: { refused: refused('GAME_ACTIVATION_FAIL') },
    },
  },
  facts: ({ isActive, known, failure }) => ({
    'account activated': isActive,
    'credentials known': known !== null,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player plays, and the game opens in its tab': [
      'the player opens the dialog of an activated account',
      'the server answers: the credentials',
      'the player starts the game and moves no money into it',
      'the app reports: the game is open in its tab',
    ],
  },
  cites: {
    'the page is reloaded while money is being moved into the game': 'R333',
    'the page is reloaded while the account is being activated': 'R116, R210, R328',
    'the page is reloaded while the password is being replaced': 'R212, R330',
    'game.activate': 'R116, R210, R211, R328',
    credentials: 'R329',
    ready: 'R117',
    'game.copy': 'R117',
    'the text is on the clipboard': 'R399',
    'the browser refuses to copy': 'R400',
    'game.reset': 'R118',
    confirming: 'R118',
    'game.confirm': 'R212, R330',
    'game.fill': 'R120, R333, D-28',
    filled: 'R333',
    'game.play': 'R119, D-28',
    enter: 'R119, R121, D-27',
    refused: 'R394',
    barred: 'R394, R575',
  },
})
