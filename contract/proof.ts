/**
 * The header in which a browser proves that it is the one that logged in. It is a JWT according to RFC 9449, signed
 * with a key that never leaves the browser. A session is bound to the key used at its login; each request with its
 * token must then carry a proof signed with that key. The header is sent only to a backend that offers `proof`
 * (assumed). Source: R602–R605, D-68.
 */
export const PROOF_HEADER = 'DPoP'
/** The value of `typ` in a proof. */
export const PROOF_TYPE = 'dpop+jwt'

/** How much the time in a proof may differ from the server's time, in ms. */
export const PROOF_TOLERANCE = 2 * 60_000

/** The message of a refusal (401) whose only reason is the time in the proof. The request may then be sent again. */
export const WRONG_TIME = 'proof-time'

/** The path for which the proof of a chat socket is signed. */
export const SOCKET_PATH = '/socket.io/'

/** The parts of a request that its proof covers. `search` is the query with its `?`, or ''. `body` is '' for a form. */
type Proven = { key: string; search: string; body: string }

/**
 * Returns the text whose SHA-256 is the claim `content` of a proof. Neither a key nor a query can contain a line break.
 */
export const provenText = ({ key, search, body }: Proven): string => [key, search, body].join('\n')
