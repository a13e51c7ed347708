/**
 * The header in which a browser proves that a request comes from the browser that logged in. It contains a JWT
 * according to RFC 9449, signed with a key that never leaves the browser. A login binds its session to this key, and
 * every later request in the session must carry a proof signed with it. The header is sent only to a backend that
 * offers `proof` (assumed). Source: R602–R605, D-68.
 */
export const PROOF_HEADER = 'DPoP'
/** The value of `typ` in a proof. */
export const PROOF_TYPE = 'dpop+jwt'

/** How much the time in a proof may differ from the server's time, in ms. */
export const PROOF_TOLERANCE = 2 * 60_000

/** The message of a 401 reply if only the time in the proof is wrong. The client may then send the request again. */
export const WRONG_TIME = 'proof-time'

/** The path that a chat socket's proof is signed for. */
export const SOCKET_PATH = '/socket.io/'

/** The parts of a request that its proof covers. `search` is the query with its `?`, or ''. `body` is '' for a form. */
type Proven = { key: string; search: string; body: string }

/**
 * Returns the text whose SHA-256 is the `content` claim of a proof. Its fields are separated by line breaks, which
 * neither a key nor a query can contain.
 */
export const provenText = ({ key, search, body }: Proven): string => [key, search, body].join('\n')
