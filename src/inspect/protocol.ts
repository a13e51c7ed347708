/** The one root of all actors in the inspector. */
export const APP = 'app'
/** The messages of a receiver that is ready, and of a page that closes. Source: the protocol of @statelyai/inspect. */
export const CONNECTED = '@statelyai.connected'
export const DISCONNECTED = '@statelyai.disconnected'

/** A transition that was taken: its state, its event, and the index of the candidate. */
export type Taken = { source: string; event: string; index: number }
