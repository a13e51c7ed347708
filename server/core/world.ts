import type { Conversation } from '#contract/chat.ts'
import type { ErrorCode } from '#contract/codes.ts'
import type { Credentials } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import type { QrProvider } from '#contract/qr.ts'
import { Refusal } from './refusal.ts'

/** A committed message of a conversation, for those who receive it. */
export type Said = { owner: string; conversation: Conversation }
/** A member in a game. */
export type GamePlayer = { memberId: string; gameCode: string }

/**
 * The outcome of an order, as its provider knows it: `done` with the provider's result; a Refusal if nothing was done; `never`
 * if the order did not arrive and will not arrive any more; `unknown` while the provider cannot tell.
 */
export type Found = { state: 'done'; result?: unknown } | Refusal | { state: 'never' } | { state: 'unknown' }

/**
 * The world outside, as plain adapters: an operator puts real ones here. Nothing is locked while they are asked. What changes
 * something out there is an order (see {@link ORDERS}): done once for its `request`, which is the same at every repeat. An
 * order is refused only when for certain nothing was done; after any other error {@link World.find} is asked.
 */
export type World = {
  /** No money in this world is real, so members may credit themselves. Source: D-19. */
  isSandbox: boolean
  /** Returns the outcome of an order, from the provider's book or the adapter's own. Each game has its own book. */
  find(order: StoredStep & { request: string }): Promise<Found>
  /** What the QR of a new deposit code says, asked of its provider (`amount` in satang). Refuses with QR_FAIL. */
  issueQr(code: { id: string; provider: QrProvider; amount: Satang; request: string }): Promise<string>
  /** Sends a text message to a phone. Refuses with OTP_SEND_FAIL. */
  sendSms(message: { phone: string; text: string; request: string }): Promise<void>
  /**
   * Cashes a gift link into the operator's wallet `account` and gives what came in, in satang. Refuses with TRUELINK_INVALID,
   * nothing cashed, a link that is none, was used, or holds less than `least`. Source: R338, R515.
   */
  redeemGift(gift: { link: string; account: string; least: Satang; request: string }): Promise<Satang>
  /**
   * Moves money (`amount` in satang) into a member's account in a game, out of it when the amount is below zero. Refuses with
   * TRANSFER_FAIL.
   */
  moveIntoGame(move: { memberId: string; gameCode: string; amount: Satang; request: string }): Promise<void>
  /**
   * Opens an account for the player; one that is there already is as good. Refuses with SLOT_ACTIVATE_FAIL when the
   * provider opens none for this player, GAME_ACTIVATION_FAIL when it opens none for now, NOT_AREASLOT or NOT_UFABET when
   * that system does not know the player. Source: R472–R480.
   */
  openGame(player: GamePlayer & { request: string }): Promise<void>
  /**
   * What the player logs in with; `event` where the game is entered by a form (D-26). Refuses with SLOT_NO_ACCOUNT,
   * NOT_AREASLOT or NOT_UFABET. Source: R163.
   */
  gameCredentials(player: GamePlayer): Promise<Credentials>
  /** Gives the player another password. Refuses with SLOT_RESET_PASSWORD_FAIL, the old one still good. */
  resetGamePassword(player: GamePlayer & { request: string }): Promise<void>
  /**
   * Where the player enters the game, signed in; `password` for the providers that ask for it. Who may use it is settled
   * already. A link of the site or to one of VITE_GAME_HOSTS, without the password. Refuses as `gameCredentials`. Source:
   * R357–R358.
   */
  gameLink(player: GamePlayer & { username: string; password?: string }): Promise<string>
  /**
   * Whether a member may collect `amount` satang for invited friends: an operator's own check of whom it was earned with.
   * Refuses with INVITE_BONUS_FAIL, nothing collected. Source: R459.
   */
  allowInviteBonus(bonus: { memberId: string; amount: Satang; request: string }): Promise<void>
  /**
   * Receives a customer's message once it is committed: an operator's own support desk, which answers by `say` of
   * server/domain/chat.ts and finds in the conversation what it missed. Nobody waits for it.
   */
  hearChat(said: Said): Promise<void>
}

/** The orders, each with the code of its refusal if it could not be sent. */
export const ORDERS = {
  issueQr: 'QR_FAIL',
  sendSms: 'OTP_SEND_FAIL',
  redeemGift: 'TRUELINK_INVALID',
  moveIntoGame: 'TRANSFER_FAIL',
  openGame: 'GAME_ACTIVATION_FAIL',
  resetGamePassword: 'SLOT_RESET_PASSWORD_FAIL',
  allowInviteBonus: 'INVITE_BONUS_FAIL',
} as const satisfies Partial<Record<keyof World, ErrorCode>>
export type OrderName = keyof typeof ORDERS
/** One order of an operation, without its `request`. */
export type Step = { [N in OrderName]: { call: N; input: Omit<Parameters<World[N]>[0], 'request'> } }[OrderName]

const refuse = (call: OrderName) => () => Promise.reject(new Refusal(ORDERS[call]))

/** A step as it is stored: `input` is null if it held a secret. */
export type StoredStep = { call: OrderName; input: Step['input'] | null }

/** A world in which nothing answers: what a production server has until an operator's adapters are in place. */
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
  gameCredentials: () => Promise.reject(new Refusal('SLOT_NO_ACCOUNT', 404)),
  gameLink: () => Promise.reject(new Refusal('SLOT_NO_ACCOUNT', 404)),
  hearChat: async () => {},
}
