/** The one root of all actors in the inspector. */
export const APP = 'app'
/** The messages of a receiver that is ready, and of a page that closes. Source: the protocol of @statelyai/inspect. */
export const CONNECTED = '@statelyai.connected'
export const DISCONNECTED = '@statelyai.disconnected'

/** The message of a receiver that sends an event to an actor of the page. */
export type SentEvent = { type: typeof SEND; sessionId: string; event: { type: string } }
export const SEND = 'krapao.send'

/** The event of {@link APP} that carries a warning of the page. */
export const PAGE_WARNING = 'page.warned'

/** A transition that was taken: its state, its event, and the index of the candidate. */
export type Taken = { source: string; event: string; index: number }
