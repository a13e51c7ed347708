import type { Credentials } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import type { QrProvider } from '#contract/qr.ts'
import type { Said } from './chat.ts'
import type { Db } from './db.ts'
import { Refusal } from './refusal.ts'

/** A member in a game; `db` is the transaction of the call that asks, for an adapter that keeps something of its own. */
export type GamePlayer = { db: Db; memberId: string; gameCode: string }

/** The world outside, as plain adapters: an operator puts real ones here. */
export type World = {
  /** No money in this world is real, so members may credit themselves. Source: D-19. */
  isSandbox: boolean
  /** What the QR of a new deposit code says, asked of its provider (`amount` in satang). Refuses with QR_FAIL. */
  issueQr(code: { id: string; provider: QrProvider; amount: Satang }): Promise<string>
  /** Sends a text message to a phone. Refuses with OTP_SEND_FAIL. */
  sendSms(phone: string, text: string): Promise<void>
  /**
   * Cashes a gift link into the operator's wallet `account` and gives what came in, in satang. `request` is the same at
   * every repeat of the change, and so is the answer to it. Refuses with TRUELINK_INVALID, nothing cashed, a link that is
   * none, was used, or holds less than `least`. Source: R338, R515.
   *
   * This and what changes something at a game is asked before the call's transaction commits. An adapter keeps its own book
   * by `request`: should the process die in between, the repeat gets the same answer, and an operator finds in that book what
   * was never repeated.
   */
  redeemGift(gift: { link: string; account: string; least: Satang; request: string }): Promise<Satang>
  /**
   * Moves money (`amount` in satang) into a member's account in a game, out of it when the amount is below zero; once for
   * a game and `request`, which is the same at every repeat of the change. Refuses with TRANSFER_FAIL when for certain
   * nothing moved: an adapter that got no answer has to find out before it says so.
   */
  moveIntoGame(move: { memberId: string; gameCode: string; amount: Satang; request: string }): Promise<void>
  /**
   * Opens an account for the player; one that is there already is as good. `request` is the same at every repeat of the
   * change: the provider's own idempotency key. Refuses with SLOT_ACTIVATE_FAIL when the provider opens none for this
   * player, GAME_ACTIVATION_FAIL when it opens none for now, NOT_AREASLOT or NOT_UFABET when that system does not know the
   * player; then for certain none was opened. Source: R472–R480.
   */
  openGame(player: GamePlayer & { request: string }): Promise<void>
  /**
   * What the player logs in with; `event` where the game is entered by a form (D-26). Refuses with SLOT_NO_ACCOUNT,
   * NOT_AREASLOT or NOT_UFABET. Source: R163.
   */
  gameCredentials(player: GamePlayer): Promise<Credentials>
  /** Gives the player another password, once a `request`. Refuses with SLOT_RESET_PASSWORD_FAIL, the old one still good. */
  resetGamePassword(player: GamePlayer & { request: string }): Promise<void>
  /**
   * Where the player enters the game, signed in; `password` for the providers that ask for it. Who may use it is settled
   * already. A link of the site or to one of VITE_GAME_HOSTS, without the password. Refuses as `gameCredentials`. Source: R357–R358.
   */
  gameLink(player: GamePlayer & { username: string; password?: string }): Promise<string>
  /**
   * Whether a member may collect `amount` satang for invited friends: an operator's own check of whom it was earned with.
   * Refuses with INVITE_BONUS_FAIL, nothing collected. Source: R459.
   */
  allowInviteBonus(bonus: { memberId: string; amount: Satang; request: string }): Promise<void>
  /**
   * Hears what a customer has said, once it is kept: an operator's own support desk, which answers by `say` of server/chat.ts
   * and finds in the conversation what it did not hear. Nobody waits for it.
   */
  hearChat(said: Said): Promise<void>
}

/** A world in which nothing answers: what a production server has until an operator's adapters are in place. */
export const closedWorld: World = {
  isSandbox: false,
  issueQr: () => Promise.reject(new Refusal('QR_FAIL')),
  sendSms: () => Promise.reject(new Refusal('OTP_SEND_FAIL')),
  redeemGift: () => Promise.reject(new Refusal('TRUELINK_INVALID')),
  moveIntoGame: () => Promise.reject(new Refusal('TRANSFER_FAIL')),
  openGame: () => Promise.reject(new Refusal('GAME_ACTIVATION_FAIL')),
  gameCredentials: () => Promise.reject(new Refusal('SLOT_NO_ACCOUNT', 404)),
  resetGamePassword: () => Promise.reject(new Refusal('SLOT_RESET_PASSWORD_FAIL')),
  gameLink: () => Promise.reject(new Refusal('SLOT_NO_ACCOUNT', 404)),
  allowInviteBonus: () => Promise.reject(new Refusal('INVITE_BONUS_FAIL')),
  hearChat: async () => {},
}
