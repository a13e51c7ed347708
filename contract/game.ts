import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { orNull } from './field.ts'
import { secret } from './text.ts'
import type { Slot } from './wallet.ts'

/**
 * The games whose login requires only a username, and the games whose login also requires the password. Source: R357,
 * R358.
 */
export const USER_LOGINS = ['pg', 'betflix', 'areaslot', 'joker2', 'huayhd'] as const
export const PASSWORD_LOGINS = ['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot'] as const

/** A form that the browser posts to a game in order to open it. Source: D-26. */
export const GameForm = v.object({
  action: secret(v.string()),
  method: v.string(),
  fields: secret(v.record(v.string(), v.string())),
})
export type GameForm = v.InferOutput<typeof GameForm>

/** A member's login for a game. The client shows it and passes it on to the game, but never stores it. Source: R163. */
export const Credentials = v.object({
  username: secret(v.string()),
  password: secret(v.string()),
  event: v.optional(orNull(GameForm)),
})
export type Credentials = v.InferOutput<typeof Credentials>

/** The game credentials stored in the state machine, without the password. */
export type KnownCredentials = { username: string; hasForm: boolean }

/** An operation on a game account: open it, reset its password, or transfer the whole main wallet into it. */
export const GameDeed = v.object({ deed: v.picklist(['activate', 'reset', 'fill']), code: v.string() })
export type GameDeed = v.InferOutput<typeof GameDeed>

/** Returns the code if the game's login requires only the username, or undefined otherwise. */
export const userLogin = (code: string) => USER_LOGINS.find((provider) => provider === code)
/** Returns the code if the game's login also requires the password, or undefined otherwise. */
export const passwordLogin = (code: string) => PASSWORD_LOGINS.find((provider) => provider === code)

/** The failure code that the client itself uses if the game's address is not on an allowed host. Source: R119, D-26. */
export const NOT_OPENED = 'NOT_OPENED'

/**
 * True if the game can be opened in the browser: with a form, a login or an address. Otherwise only its apps can open
 * it. Source: D-27.
 */
export const canPlay = ({ code, web }: Pick<Slot, 'code' | 'web'>, hasForm: boolean): boolean =>
  hasForm || web !== null || Boolean(userLogin(code) ?? passwordLogin(code))

const code = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const input = v.strictObject({ code })
const link = v.object({ link: secret(v.string()) })
const part = secret(v.pipe(v.string(), v.minLength(1), v.maxLength(200)))

export const gameCalls = {
  /**
   * Opens an account in a game. Refused with NO_GAME, SLOT_ALREADY_ACTIVE, SLOT_ACTIVATE_FAIL or GAME_ACTIVATION_FAIL.
   */
  'wallet.activate': change('GET /api/wallet/activate/:code', input, done),
  'wallet.account': read('GET /api/wallet/account/:code', input, Credentials, { secret: true }),
  /** Resets the password of a game account. Refused with NO_GAME, SLOT_NO_ACCOUNT or SLOT_RESET_PASSWORD_FAIL. */
  'wallet.resetpassword': change('GET /api/wallet/resetpassword/:code', input, done),
  'autoLogin.user': read(
    'GET /api/autoLogin/:provider/:user',
    v.strictObject({ provider: v.picklist(USER_LOGINS), user: part }),
    link,
  ),
  'autoLogin.password': read(
    'GET /api/autoLogin/:provider/:user/:pass',
    v.strictObject({ provider: v.picklist(PASSWORD_LOGINS), user: part, pass: part }),
    link,
    { secret: true },
  ),
}
