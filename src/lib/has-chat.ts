/** True of a site with a chat backend: any, unless the build says 0. Source: R60, R380, D-51. */
export const HAS_CHAT: boolean = import.meta.env.VITE_CHAT_URL !== '0'
