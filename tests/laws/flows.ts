import type { AnyStateMachine } from 'xstate'
import { bonusCalls } from '#contract/bonus.ts'
import type { Call } from '#contract/call.ts'
import { gameCalls } from '#contract/game.ts'
import { giftCalls } from '#contract/gift-link.ts'
import { inviteCalls } from '#contract/invite.ts'
import { profileCalls } from '#contract/profile.ts'
import { promotionCalls } from '#contract/promotion.ts'
import { refundCalls } from '#contract/refund.ts'
import { spinCalls } from '#contract/spin.ts'
import { TRANSFER_MIN, transferCalls } from '#contract/transfer.ts'
import { withdrawCalls } from '#contract/withdraw.ts'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { depositLogic, pendingDeposits } from '#src/actors/deposit.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { inviteBonusLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { pendingRefund, refundLogic } from '#src/actors/refund.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import bankTransfer from '#tests/flows/bank-transfer/bank-transfer.model.ts'
import bonus from '#tests/flows/bonus/bonus.model.ts'
import coupons from '#tests/flows/coupons/coupons.model.ts'
import gameAccount from '#tests/flows/game-account/game-account.model.ts'
import giftLink from '#tests/flows/gift-link/gift-link.model.ts'
import inviteBonus from '#tests/flows/invite/invite-bonus.model.ts'
import promotion from '#tests/flows/promotion/promotion.model.ts'
import refund from '#tests/flows/refund/refund.model.ts'
import spin from '#tests/flows/spin/spin.model.ts'
import transfer from '#tests/flows/transfer/transfer.model.ts'
import withdraw from '#tests/flows/withdraw/withdraw.model.ts'
import { won } from '#tests/kit/samples/spin.ts'
import { childOf, outsider } from './actors.ts'
import type { Flow } from './flow.ts'
import { senders } from './senders.ts'

const wallet = outsider('wallet')
const toasts = outsider('toasts')

/** Adds an attempt to its owner's flow, on a backend that recognises keys. */
function withAttempt(address: string, call: Call, flow: Omit<Flow, 'calls'>, reply: object = {}): Flow {
  return {
    ...flow,
    models: { ...flow.models, [`${address}/attempt`]: attempt },
    player: [...flow.player, [[`${address}/attempt`, 'the player checks again']]],
    answers: {
      ...flow.answers,
      [`${address}/attempt/terms`]: ['the server says: sending the request again is safe'],
    },
    calls: { [`${address}/attempt/call`]: { call, reply } },
  }
}

/**
 * The same flow on a backend that does not recognise keys. There the client does not resend a change, and the player
 * decides what to do.
 */
function plain(flow: Flow): Flow {
  const [attempt = ''] = Object.keys(flow.models).filter((address) => address.endsWith('/attempt'))
  return {
    ...flow,
    player: [...flow.player, [[attempt, 'the player confirms that they have checked']]],
    answers: {
      ...flow.answers,
      [`${attempt}/terms`]: [
        'the server says: sending the request again could make the change twice',
        'asking the server fails: no answer',
      ],
      [`${attempt}/look`]: ['the app finds: nothing has changed', 'checking fails: no answer'],
    },
    isPlain: true,
  }
}

const DISMISS = 'the player dismisses the message'
const SHOWS = { succeeded: 'done', refused: 'refused' } as const

type GameCall = 'wallet.transferAll' | 'wallet.activate' | 'wallet.resetpassword'
type GameFlow = Pick<Flow, 'player' | 'confirms' | 'shows'> & Partial<Pick<Flow, 'start' | 'answers' | 'refusal'>>

/** An operation of the dialog of a game account. `isActive`: the account is open already. */
function inGame(call: GameCall, flow: GameFlow, isActive = true): Flow {
  return withAttempt('gameAccount', { ...gameCalls, ...transferCalls }[call], {
    page: {
      name: 'gameAccount',
      machine: gameAccountLogic as AnyStateMachine,
      input: () => ({ wallet, toasts, code: 'pg', web: null, isActive, pending: pendingDeed('pg') }),
    },
    start: 'the player opens the dialog of an activated account',
    models: { gameAccount },
    refusals: ['refused'],
    ...flow,
    answers: { 'gameAccount/credentials': ['the server answers: the credentials'], ...flow.answers },
  })
}

/** The credentials of a game account, which may also fail to load. */
const CREDENTIALS = {
  'gameAccount/credentials': ['the server answers: the credentials', 'the request fails: no answer'],
}

/** Every flow that owns an attempt, with the same input as on its page. */
const owners = {
  transfer: withAttempt('transfer', transferCalls['wallet.transfer'], {
    page: {
      name: 'transfer',
      machine: transferLogic as AnyStateMachine,
      input: () => ({ wallet, to: 'pg', least: TRANSFER_MIN, pending: pendingTransfer() }),
    },
    start: 'the player opens the transfer dialog, with Moonreel as the destination',
    models: { transfer },
    player: [
      [
        ['transfer', 'the player enters 1 baht, the minimum'],
        ['transfer', 'the player submits the transfer'],
      ],
      [['transfer', DISMISS]],
    ],
    confirms: ['the player submits the transfer'],
    answers: {},
    shows: SHOWS,
    refusals: ['refused'],
  }),
  withdraw: withAttempt('withdraw', withdrawCalls['wallet.withdrawAll'], {
    page: {
      name: 'withdraw',
      machine: withdrawLogic as AnyStateMachine,
      input: () => ({ wallet, pending: pendingWithdrawal() }),
    },
    start: 'the player opens the withdrawal dialog, with 60,000 baht in the main wallet',
    models: { withdraw },
    player: [
      [
        ['withdraw', 'the player enters 100 baht, the minimum'],
        ['withdraw', 'the player submits the withdrawal'],
      ],
      [['withdraw', 'the player confirms']],
      [['withdraw', DISMISS]],
    ],
    confirms: ['the player confirms'],
    answers: { 'withdraw/read': ['the server answers: limits of 100 to 50,000 baht'] },
    shows: SHOWS,
    refusals: ['refused'],
  }),
  giftLink: withAttempt('giftLink', giftCalls['wallet.truelink'], {
    page: {
      name: 'giftLink',
      machine: childOf(depositLogic, 'giftLink'),
      input: () => ({ wallet, pending: pendingDeposits().gift }),
    },
    start: 'the player opens the gift link form',
    models: { giftLink },
    player: [
      [
        ['giftLink', 'the player enters a link'],
        ['giftLink', 'the player sends the link'],
      ],
      [['giftLink', DISMISS]],
    ],
    confirms: ['the app reports: the link is encrypted'],
    answers: {
      'giftLink/seal': ['the app reports: the link is encrypted', 'encrypting fails: the cipher could not be loaded'],
    },
    shows: { received: 'done' },
    refusals: ['refused'],
  }),
  bonus: withAttempt('bonus', bonusCalls['bonus.activate'], {
    page: {
      name: 'bonus',
      machine: bonusLogic as AnyStateMachine,
      input: () => ({ wallet, ...pendingBonus() }),
    },
    start: 'the player opens the list of bonuses',
    models: { bonus },
    player: [[['bonus', 'the player opens WELCOME']], [['bonus', 'the player claims the bonus']], [['bonus', DISMISS]]],
    confirms: ['the player claims the bonus'],
    answers: { 'bonus/read': ['the server answers: WELCOME can be claimed, and no bonus is active'] },
    shows: { taken: 'done', refused: 'refused' },
    refusals: ['refused'],
  }),
  bonusEnd: withAttempt('bonus', bonusCalls['bonus.clear'], {
    page: {
      name: 'bonus',
      machine: bonusLogic as AnyStateMachine,
      input: () => ({ wallet, ...pendingBonus() }),
    },
    start: 'the player opens the list of bonuses',
    models: { bonus },
    player: [[['bonus', 'the player asks to end the bonus']], [['bonus', 'the player confirms']], [['bonus', DISMISS]]],
    confirms: ['the player confirms'],
    answers: { 'bonus/read': ['the server answers: WELCOME is active', 'loading fails: no answer'] },
    shows: { ended: 'done', refused: 'refused' },
    refusals: ['refused'],
  }),
  promotion: withAttempt('bonus/promotion', promotionCalls['promotion.activate'], {
    page: {
      name: 'bonus',
      machine: bonusLogic as AnyStateMachine,
      input: () => ({ wallet, ...pendingBonus() }),
    },
    start: 'the player opens the promotion form',
    models: { bonus, 'bonus/promotion': promotion },
    player: [
      [
        ['bonus/promotion', 'the player enters a code'],
        ['bonus/promotion', 'the player searches'],
      ],
      [['bonus/promotion', 'the player claims the promotion']],
      [['bonus/promotion', DISMISS]],
    ],
    confirms: ['the player claims the promotion'],
    answers: {
      'bonus/read': ['the server answers: WELCOME can be claimed, and no bonus is active'],
      'bonus/promotion/promotion.find': ['promotion.find answers: the promotion'],
    },
    shows: { received: 'done', refused: 'refused' },
    refusals: ['refused'],
  }),
  refund: withAttempt('refund', refundCalls['refund.receive'], {
    page: {
      name: 'refund',
      machine: refundLogic as AnyStateMachine,
      input: () => ({ wallet, pending: pendingRefund() }),
    },
    start: 'the player opens the refund dialog',
    models: { refund },
    player: [[['refund', 'the player claims the refund']], [['refund', DISMISS]]],
    confirms: ['the player claims the refund'],
    answers: {
      'refund/refund.banners': ['refund.banners answers: no banners'],
      'refund/refund.check': ['refund.check answers: a refund of 75.50 baht'],
    },
    shows: { received: 'done', refused: 'refused' },
    refusals: ['refused'],
  }),
  spin: withAttempt(
    'spin',
    spinCalls['spin.spin'],
    {
      page: {
        name: 'spin',
        machine: spinLogic as AnyStateMachine,
        input: () => ({ wallet, ...pendingSpin() }),
      },
      start: 'the player opens the wheel',
      models: { spin, 'spin/coupons': coupons },
      player: [[['spin', 'the player spins']], [['spin', 'the player has seen the prize']], [['spin', DISMISS]]],
      confirms: ['the player spins'],
      answers: {
        'spin/spin.setup': ['spin.setup answers: there is a wheel, and the player has one coin'],
        'spin/chance': ['the app decides: the wheel turns three times in 1.2 s'],
        'spin/coupons/spin.coupons': ['spin.coupons answers: four coupons, two pages'],
      },
      shows: { refused: 'refused' },
      refusals: ['refused'],
    },
    won,
  ),
  coupons: withAttempt('spin/coupons', spinCalls['spin.claim'], {
    page: {
      name: 'spin',
      machine: spinLogic as AnyStateMachine,
      input: () => ({ wallet, ...pendingSpin() }),
    },
    start: 'the player opens the coupons page',
    models: { spin, 'spin/coupons': coupons },
    player: [
      [
        ['spin/coupons', 'the player chooses a coupon'],
        ['spin/coupons', 'the player confirms'],
      ],
      [['spin/coupons', DISMISS]],
    ],
    confirms: ['time passes: CLAIM_DEBOUNCE'],
    answers: {
      'spin/spin.setup': ['spin.setup answers: there is a wheel, but the player has no coins'],
      'spin/coupons/spin.coupons': ['spin.coupons answers: four coupons, two pages'],
    },
    shows: { claimed: 'done', refused: 'refused' },
    refusals: ['refused'],
  }),
  gameAccount: inGame('wallet.transferAll', {
    player: [
      [['gameAccount', 'the player starts the game with all money in the main wallet']],
      [['gameAccount', DISMISS]],
    ],
    confirms: ['the player starts the game with all money in the main wallet'],
    answers: { 'gameAccount/enter': ['the app reports: the game is open in its tab', 'the request is refused'] },
    shows: { refused: 'refused' },
  }),
  gameFill: inGame('wallet.transferAll', {
    player: [[['gameAccount', 'the player moves all money into the game']], [['gameAccount', DISMISS]]],
    confirms: ['the player moves all money into the game'],
    shows: { filled: 'done', refused: 'refused' },
  }),
  gameOpening: inGame(
    'wallet.activate',
    {
      start: 'the player opens the dialog of an account that is not activated',
      player: [
        [['gameAccount', 'the player activates the account']],
        [['gameAccount', 'the player tries again']],
        [['gameAccount', DISMISS]],
      ],
      confirms: ['the player activates the account'],
      answers: CREDENTIALS,
      shows: { reading: 'done', refused: 'refused' },
      refusal: 'GAME_ACTIVATION_FAIL',
    },
    false,
  ),
  gamePassword: inGame('wallet.resetpassword', {
    player: [
      [['gameAccount', 'the player asks for a new password']],
      [['gameAccount', 'the player confirms the new password']],
      [['gameAccount', 'the player tries again']],
      [['gameAccount', DISMISS]],
    ],
    confirms: ['the player confirms the new password'],
    answers: CREDENTIALS,
    refusal: 'SLOT_RESET_PASSWORD_FAIL',
    shows: { refused: 'refused' },
  }),
  inviteBonus: withAttempt('inviteBonus', inviteCalls['invite.bonus'], {
    page: {
      name: 'inviteBonus',
      machine: inviteBonusLogic as AnyStateMachine,
      input: () => ({ wallet, toasts, pending: pendingInviteBonus() }),
    },
    start: 'the invite bonus is shown',
    models: { inviteBonus },
    player: [
      [['inviteBonus', 'the player asks to collect the bonus']],
      [['inviteBonus', 'the player confirms']],
      [['inviteBonus', 'the player cancels']],
    ],
    confirms: ['the player confirms'],
    answers: {},
    shows: {},
    refusals: ['refused'],
  }),
  bankTransfer: withAttempt('bankTransfer', profileCalls['account.rename'], {
    page: {
      name: 'bankTransfer',
      machine: childOf(depositLogic, 'bankTransfer'),
      input: () => ({ wallet, toasts }),
    },
    models: { bankTransfer },
    player: [
      [
        [
          'bankTransfer',
          'the player, whose name is Thai, copies the number of an account that accepts only English names',
        ],
        ['bankTransfer', 'the player saves an English name'],
      ],
      [['bankTransfer', 'the player copies the number after saving the name']],
      [['bankTransfer', 'the player cancels']],
    ],
    confirms: ['the player saves an English name'],
    answers: {},
    shows: { named: 'done', naming: 'refused' },
    refusals: ['refused'],
    isWithoutMoney: true,
  }),
} satisfies Record<string, Flow>

type Owners = typeof owners
type Plain = { [N in keyof Owners as `plain${Capitalize<N>}`]: Flow }
const plainName = (name: string) => `plain${name.charAt(0).toUpperCase()}${name.slice(1)}`

/**
 * All flows by name. A flow that owns an attempt appears twice: on a backend that recognises keys, and on a plain
 * backend.
 */
export const flows: Owners & typeof senders & Plain & { agedTransfer: Flow; limitedTransfer: Flow } = {
  ...owners,
  agedTransfer: { ...owners.transfer, ages: true },
  limitedTransfer: { ...owners.transfer, refusals: ['refused', 'limited'] },
  ...senders,
  ...(Object.fromEntries(Object.entries(owners).map(([name, flow]) => [plainName(name), plain(flow)])) as Plain),
}
