/** True if the site has a chat backend: always, unless `VITE_CHAT_URL` is 0 in the build. Source: R60, R380, D-51. */
export const HAS_CHAT: boolean = import.meta.env.VITE_CHAT_URL !== '0'
