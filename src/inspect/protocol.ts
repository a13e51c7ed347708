/** The one root of all actors in the inspector. */
export const APP = 'app'
/** The messages sent by a receiver that is ready, and by a page that closes. Source: the protocol of @statelyai/inspect. */
export const CONNECTED = '@statelyai.connected'
export const DISCONNECTED = '@statelyai.disconnected'

/** The message with which a receiver sends an event to one of the page's actors. */
export type SentEvent = { type: typeof SEND; sessionId: string; event: { type: string } }
export const SEND = 'krapao.send'

/** The event of {@link APP} that carries one of the page's warnings. */
export const PAGE_WARNING = 'page.warned'

/** A transition that was taken: its state, its event, and the index of the candidate. */
export type Taken = { source: string; event: string; index: number }
