/** The root of all actors in the inspector. */
export const APP = 'app'
/**
 * The messages that a receiver sends when it is ready and that a page sends when it closes. Source: the protocol of
 * @statelyai/inspect.
 */
export const CONNECTED = '@statelyai.connected'
export const DISCONNECTED = '@statelyai.disconnected'

/** The message with which a receiver sends an event to one of the page's actors. */
export type SentEvent = { type: typeof SEND; sessionId: string; event: { type: string } }
export const SEND = 'krapao.send'

/** The event of {@link APP} that carries one of the page's warnings. */
export const PAGE_WARNING = 'page.warned'

/** A transition that was taken: its source state, its event, and its index among the candidates for that event. */
export type Taken = { source: string; event: string; index: number }
