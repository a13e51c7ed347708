import type { Conversation } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/codes.ts'
import type { Credentials } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import type { QrProvider } from '#contract/qr.ts'
import { ApiError } from './api-error.ts'

/** A committed chat message, as it is sent to its recipients. */
export type Said = { owner: string; conversation: Conversation }
/** A member in their role as the player of a game. */
export type GamePlayer = { memberId: string; gameCode: string }

/**
 * The outcome of an order, as reported by its provider.
 *
 * - `done`: the order was executed, with this `result`.
 * - ApiError: the order was refused, and nothing was done.
 * - `never`: the order did not arrive and never will.
 * - `unknown`: the provider cannot tell yet.
 */
export type Found = { state: 'done'; result?: unknown } | ApiError | { state: 'never' } | { state: 'unknown' }

/**
 * The external systems that the backend needs, as plain adapters. An operator replaces them with real ones. No lock is
 * held while an adapter is called.
 *
 * A change at a provider is an order (see {@link ORDERS}). The provider executes an order only once per `request`,
 * which stays the same when the order is repeated. An adapter refuses an order only if it is certain that nothing was
 * done. After any other error, the backend calls {@link World.find}.
 */
export type World = {
  /** True if the money is not real, so members may credit themselves. Source: D-19. */
  isSandbox: boolean
  /**
   * Returns the outcome of an order, from the records of the provider or of the adapter. Each game has its own records.
   */
  find(order: StoredStep & { request: string }): Promise<Found>
  /** Requests the payload of a new deposit QR code from the provider. `amount` is in satang. Refuses with QR_FAIL. */
  issueQr(code: { id: string; provider: QrProvider; amount: Satang; request: string }): Promise<string>
  /** Sends an SMS to a phone. Refuses with OTP_SEND_FAIL. */
  sendSms(message: { phone: string; text: string; request: string }): Promise<void>
  /**
   * Redeems a gift link into the operator's wallet `account`, and returns the amount received in satang. If the link is
   * invalid, used, or worth less than `least`, redeems nothing and refuses with TRUELINK_INVALID. Source: R338, R515.
   */
  redeemGift(gift: { link: string; account: string; least: Satang; request: string }): Promise<Satang>
  /**
   * Moves money into a member's account in a game, or out of it if `amount` (in satang) is negative. Refuses with
   * TRANSFER_FAIL.
   */
  moveIntoGame(move: { memberId: string; gameCode: string; amount: Satang; request: string }): Promise<void>
  /**
   * Opens an account for the player in the game. If the account already exists, this counts as a success. Refuses with
   * SLOT_ACTIVATE_FAIL if the provider will not open an account for this player, with GAME_ACTIVATION_FAIL if it cannot
   * open any account at the moment, and with NOT_AREASLOT or NOT_UFABET if the external system of that name does not
   * know the player. Source: R472–R480.
   */
  openGame(player: GamePlayer & { request: string }): Promise<void>
  /**
   * Returns the player's login for the game. The login includes `event` if the game is opened with a form (D-26).
   * Refuses with SLOT_NO_ACCOUNT, NOT_AREASLOT or NOT_UFABET. Source: R163.
   */
  gameCredentials(player: GamePlayer): Promise<Credentials>
  /**
   * Sets a new password for the player in the game. Refuses with SLOT_RESET_PASSWORD_FAIL, in which case the old
   * password stays valid.
   */
  resetGamePassword(player: GamePlayer & { request: string }): Promise<void>
  /**
   * Returns a link that opens the game with the player logged in. The address is on the site itself or on one of
   * VITE_GAME_HOSTS, and does not contain the password. `password` is passed only for providers that require it. The
   * backend has already checked that the caller may open the game. Refuses like `gameCredentials`. Source: R357–R358.
   */
  gameLink(player: GamePlayer & { username: string; password?: string }): Promise<string>
  /**
   * Checks whether a member may collect `amount` satang for invited friends. An operator can use this to check the
   * origin of the amount. If this refuses with INVITE_BONUS_FAIL, nothing is collected. Source: R459.
   */
  allowInviteBonus(bonus: { memberId: string; amount: Satang; request: string }): Promise<void>
  /**
   * Passes a customer's committed message to the operator's own support desk. The customer's call does not wait for
   * this. Support replies by calling `say` in server/domain/chat.ts. If support misses a message, it can still read it
   * in the stored conversation.
   */
  hearChat(said: Said): Promise<void>
}

/**
 * The orders, each with the error code for an order that did not arrive. Gift links do not use TRUELINK_INVALID,
 * because the link may still be valid.
 */
export const ORDERS = {
  issueQr: 'QR_FAIL',
  sendSms: 'OTP_SEND_FAIL',
  redeemGift: 'INTERNAL_SERVER_ERROR',
  moveIntoGame: 'TRANSFER_FAIL',
  openGame: 'GAME_ACTIVATION_FAIL',
  resetGamePassword: 'SLOT_RESET_PASSWORD_FAIL',
  allowInviteBonus: 'INVITE_BONUS_FAIL',
} as const satisfies Partial<Record<keyof World, ErrorCode>>
export type OrderName = keyof typeof ORDERS
/** One order of an operation, without its `request`. */
export type Step = { [N in OrderName]: { call: N; input: Omit<Parameters<World[N]>[0], 'request'> } }[OrderName]

const refuse = (call: OrderName) => () => Promise.reject(new ApiError(ORDERS[call]))

/** A stored step. `input` is null if it contained a secret. */
export type StoredStep = { call: OrderName; input: Step['input'] | null }

/** Refuses every order. A production server uses these adapters until its operator installs others. */
export const closedWorld: World = {
  isSandbox: false,
  find: async () => ({ state: 'never' }),
  issueQr: refuse('issueQr'),
  sendSms: refuse('sendSms'),
  redeemGift: refuse('redeemGift'),
  moveIntoGame: refuse('moveIntoGame'),
  openGame: refuse('openGame'),
  resetGamePassword: refuse('resetGamePassword'),
  allowInviteBonus: refuse('allowInviteBonus'),
  gameCredentials: () => Promise.reject(new ApiError('SLOT_NO_ACCOUNT', 404)),
  gameLink: () => Promise.reject(new ApiError('SLOT_NO_ACCOUNT', 404)),
  hearChat: async () => {},
}
