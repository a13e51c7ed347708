/**
 * True if the site has a chat backend, which is the default; a build with `VITE_CHAT_URL=0` has none. Source: R60,
 * R380, D-51.
 */
export const HAS_CHAT: boolean = import.meta.env.VITE_CHAT_URL !== '0'
