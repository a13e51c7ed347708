import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey, SignedChallenge } from '#contract/passkey.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import type { Backend } from './server.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')
/**
 * The flags of an authenticator's response: the player was present, the player's identity was verified, and a new key
 * is attached.
 */
const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]

/** The fields of a response that a test can falsify. */
type Wrong = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

/**
 * A software authenticator with one passkey, for a browser at `origin`. The signature counter increases with every
 * response.
 */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0
  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const dataOf = (flags: number, { rpId = new URL(origin).hostname, isVerified = true, counter = ++count }: Wrong) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | flags]), counted])
  }
  /** Creates the passkey. */
  function create(challenge: string, wrong: Wrong = {}): NewPasskey {
    const coordinates = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')))
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0] ?? new Uint8Array()],
        [-3, coordinates[1] ?? new Uint8Array()],
      ]),
    )
    const size = Buffer.alloc(2)
    size.writeUInt16BE(id.length)
    const authData = Buffer.concat([dataOf(HAS_KEY, { counter: 0, ...wrong }), Buffer.alloc(16), size, id, key])
    const object = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return {
      id: base64url(id),
      clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong.origin)),
      attestationObject: base64url(object),
    }
  }
  /** Signs a challenge. */
  function answer(challenge: string, wrong: Wrong = {}): SignedChallenge {
    const client = clientData('webauthn.get', challenge, wrong.origin)
    const data = dataOf(0, wrong)
    return {
      id: base64url(id),
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
    }
  }
  return { create, answer }
}

/** The origin of a backend that `startBackend` starts without its own address. */
export const LOCAL = 'http://localhost'

/** Requests the challenge that the demo member needs to add a passkey. */
export async function challengeOf({ call }: Backend, token: string, password = DEMO_PASSWORD): Promise<string> {
  return String((await call('passkey.prepare', { password }, { token })).body.challenge)
}

/** Adds a passkey from `own` to the demo member's account, and returns its id. */
export async function addPasskey(backend: Backend, token: string, own = authenticator(LOCAL)): Promise<string> {
  const ids = async () => {
    const { passkeys } = (await backend.call('passkey.list', {}, { token })).body as { passkeys: { id: string }[] }
    return passkeys.map(({ id }) => id)
  }
  const before = await ids()
  await backend.call('passkey.add', own.create(await challengeOf(backend, token)), { token })
  return (await ids()).find((id) => !before.includes(id)) ?? ''
}
