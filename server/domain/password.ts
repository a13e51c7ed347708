import crypto from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { bulkhead } from 'cockatiel'
import { newKey, random } from '#contract/random.ts'

const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** The size of Node's thread pool, whose threads compute hashes, access files and resolve host names. */
const THREADS = 4
/**
 * The maximum number of queued changes that run at once. Leaves one core and one thread for everything else (assumed).
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), THREADS) - 1)
const WAITING = 200
const queue = bulkhead(AT_ONCE, WAITING)

/** Returns the numbers of running and waiting changes in {@link inPasswordQueue}. */
export const passwordQueue = () => ({
  running: AT_ONCE - queue.executionSlots,
  waiting: WAITING - queue.queueSlots,
})

/**
 * Runs `change`, which hashes a password, in a queue. The whole change waits rather than only its hash, because the
 * statements of many simultaneous logins would otherwise fill the event loop and the connection pool. Throws
 * BulkheadRejectedError if the queue is full.
 */
export const inPasswordQueue = <T>(change: () => Promise<T>): Promise<T> => queue.execute(change)

const derive = (password: string, nonce: Buffer, cost: typeof COST) =>
  promisify(crypto.argon2)('argon2id', { message: password.normalize('NFC'), nonce, tagLength: 32, ...cost })

/** Returns `password` as an argon2id hash in PHC format, which includes its cost (19 MiB, two passes). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = Buffer.from(random.bytes(16))
  const tag = await derive(password, nonce, COST)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

const nobody = hashPassword(newKey())

/** True if `password` matches `hash`. Without a hash (unknown member) it takes the same time and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const match = FORM.exec(hash ?? (await nobody))
  if (!match) throw new Error('not an argon2id hash')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const derived = await derive(password, Buffer.from(nonce, 'base64'), cost)
  return crypto.timingSafeEqual(derived, Buffer.from(tag, 'base64')) && hash !== undefined
}
