const gameHosts = String(import.meta.env.VITE_GAME_HOSTS ?? '')
  .split(',')
  .map((host) => host.trim().toLowerCase())
  .filter(Boolean)
/**
 * The game hosts that are allowed, besides this site's own, if the operator's settings list none. Undefined if the
 * build lists none either; every https address from the operator's server is then allowed (assumed). Source: R119,
 * D-26, D-51.
 */
export const GAME_HOSTS: readonly string[] | undefined = gameHosts.length > 0 ? gameHosts : undefined

/** True if games open in a new tab, which is the default; VITE_GAME_NEW_TAB=0 turns it off. Source: R121. */
export const GAMES_IN_NEW_TAB: boolean = import.meta.env.VITE_GAME_NEW_TAB !== '0'

/** The hosts that offer game apps, allowed in addition to the hosts of the games. Source: R162. */
export const STORE_HOSTS = ['play.google.com', 'apps.apple.com'] as const
