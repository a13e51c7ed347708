/** The one root that all actors stand under at the inspector. */
export const APP = 'app'
/** What a receiver says when it is ready to hear, and a page when it goes. Source: the protocol of @statelyai/inspect. */
export const CONNECTED = '@statelyai.connected'
export const DISCONNECTED = '@statelyai.disconnected'

/** A transition as it was taken: the state it stands in, its event, and which of the candidates it was. */
export type Taken = { source: string; event: string; index: number }
