import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { random } from '#contract/random.ts'

const CIPHER = 'aes-256-gcm'
const IV = 12
const TAG = 16
const keyOf = (word: string) => createHash('sha256').update(word).digest()

/** Encrypts `value` so that only the same `word` can decrypt it. */
export function seal(value: unknown, word: string): string {
  const iv = random.bytes(IV)
  const cipher = createCipheriv(CIPHER, keyOf(word), iv)
  const parts = [iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('base64')
}

/**
 * Decrypts the result of {@link seal} with the same `word`. Throws if `word` differs. Also accepts plain JSON, because
 * replies were once stored without encryption.
 */
export function unseal(sealed: string, word: string): unknown {
  if (sealed.startsWith('{')) return JSON.parse(sealed)
  const bytes = Buffer.from(sealed, 'base64')
  const cipher = createDecipheriv(CIPHER, keyOf(word), bytes.subarray(0, IV))
  cipher.setAuthTag(bytes.subarray(-TAG))
  return JSON.parse(cipher.update(bytes.subarray(IV, -TAG), undefined, 'utf8') + cipher.final('utf8'))
}
