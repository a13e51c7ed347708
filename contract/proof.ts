/**
 * The header in which a browser proves that it is the one that logged in: a JWT by RFC 9449, signed with a key that
 * never leaves the browser. A session is bound to the key of its login; each request with its token must then carry a
 * proof of that key. Sent only to a backend that offers `proof` (assumed). Source: R602–R605, D-68.
 */
export const PROOF_HEADER = 'DPoP'
/** The `typ` of a proof. */
export const PROOF_TYPE = 'dpop+jwt'

/** How far the time in a proof may be from the server's, ms. */
export const PROOF_TOLERANCE = 2 * 60_000

/** The message of a refusal (401) only because of the time in the proof; the request may be sent again. */
export const WRONG_TIME = 'proof-time'

/** The path that the proof of a chat socket names. */
export const SOCKET_PATH = '/socket.io/'

/** A request as its proof covers it. `search`: the query with its `?`, or ''. `body` is '' for a form. */
type Proven = { key: string; search: string; body: string }

/** The text whose SHA-256 is the claim `content` of a proof. No line break can occur in a key or a query. */
export const provenText = ({ key, search, body }: Proven): string => [key, search, body].join('\n')
