import type { Currency } from '#contract/money.ts'

/** True in a build for Laos: Lao first, phones of any length, accounts in kip or baht. Source: R14, R49, R253, D-51. */
export const IS_LAOS: boolean = import.meta.env.VITE_LAOS === '1'

/** The currency of members' amounts if the backend sends none (assumed). Source: R510. */
export const SITE_CURRENCY: Currency = IS_LAOS ? 'LAK' : 'BAHT'

/** The format of a mobile number in that country. */
export const PHONE_FORM = IS_LAOS ? '20xxxxxxxx' : '08xxxxxxxx'

const gameHosts = String(import.meta.env.VITE_GAME_HOSTS ?? '')
  .split(',')
  .map((host) => host.trim().toLowerCase())
  .filter(Boolean)
/**
 * The hosts, besides this site, at which games may be opened if the operator's settings name none. Undefined if the build
 * names none either: then every https address from the operator's server is allowed (assumed). Source: R119, D-26, D-51.
 */
export const GAME_HOSTS: readonly string[] | undefined = gameHosts.length > 0 ? gameHosts : undefined

/** Games open in a new tab, unless the build says 0. Source: R121. */
export const GAMES_IN_NEW_TAB: boolean = import.meta.env.VITE_GAME_NEW_TAB !== '0'

/** Hosts of games' apps, beside the hosts of the games. Source: R162. */
export const STORE_HOSTS = ['play.google.com', 'apps.apple.com'] as const
