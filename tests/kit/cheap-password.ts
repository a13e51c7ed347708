import crypto from 'node:crypto'

/** The lowest cost that argon2 allows, because most tests log in but few are about passwords. */
const COST = { memory: 8, passes: 1, parallelism: 1 }

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes `password` so that the server accepts the hash and can verify it almost instantly. */
export function cheapHash(password: string): string {
  const nonce = Buffer.alloc(16)
  const tag = crypto.argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...COST })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}
