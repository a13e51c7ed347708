/** The number of random walks on the real server: for transfers, each other change, the chat, and each other page. */
export const DAY = { transfer: 1_000, change: 20, chat: 30, site: 5 }
/** The numbers of the nightly run. */
export const NIGHT = { ...DAY, change: 300, site: 300 }
