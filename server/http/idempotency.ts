import { eq, sql } from 'drizzle-orm'
import { ApiError, isUnavailable, kept, keptRefusal, refusalOf } from '#server/core/api-error.ts'
import type { Unfinished } from '#server/core/context.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { requests } from '#server/core/schema/site.ts'
import { seal, unseal } from '#server/core/seal.ts'
import { type Asker, answerOf, begin, Order } from '#server/domain/operation.ts'

/**
 * A change to run. `id` is unique for its owner, call and idempotency key, and `hash` identifies its input. If
 * `keepsReply` is true, the reply is stored for repeats. `run` executes the change in a transaction.
 */
export type Change = Asker & {
  hash: string
  keepsReply: boolean
  run: (db: Db) => Promise<unknown>
}

type Answer = Pick<typeof requests.$inferSelect, 'reply' | 'isRefused'>

/** Decrypts a stored reply, which is either data or a refusal. */
const replyIn = (reply: string, isRefused: boolean, key: string): unknown => {
  const value = unseal(reply, key)
  return isRefused ? keptRefusal(value) : value
}

const committed = (error: unknown): ApiError => {
  if (refusalOf(error).commits) return error as ApiError
  throw error
}

/**
 * The result of a repeat if the change's operation has begun. Once the operation has a reply, {@link answerOf} returns
 * it.
 */
export const BEGUN = Symbol('begun')

const taking = prepared((db) => {
  const { placeholder } = sql
  return db
    .insert(requests)
    .values({
      id: placeholder('id'),
      hash: placeholder('hash'),
      at: placeholder('at'),
      reply: placeholder('reply'),
      isRefused: placeholder('isRefused'),
    })
    .onConflictDoNothing()
    .returning({ id: requests.id })
    .prepare('take request')
})
const answering = prepared((db) => {
  const { placeholder } = sql
  return db
    .update(requests)
    .set({ reply: sql`${placeholder('reply')}`, isRefused: sql`${placeholder('isRefused')}` })
    .where(eq(requests.id, placeholder('id')))
    .prepare('answer request')
})

/**
 * Inserts the row of a change, and returns false if the row already exists. Concurrent repeats wait for the transaction
 * to end.
 */
async function take(db: Db, { id, hash, at }: Change, answer: Answer = { reply: null, isRefused: false }) {
  const taken = await taking(db).execute({ id, hash, at, ...answer })
  return taken.length > 0
}

/**
 * Answers a repeat with the stored reply. If there is none, runs the change again if `keepsReply` is false, and
 * otherwise returns {@link BEGUN}, because the change's operation has begun.
 */
async function repeat(tx: Db, { id, hash, key, keepsReply, run }: Change): Promise<unknown> {
  const [first] = await tx.select().from(requests).where(eq(requests.id, id))
  if (first?.hash !== hash) throw new ApiError('KEY_INVALID', 409)
  if (first.reply) return replyIn(first.reply, first.isRefused, key)
  return keepsReply ? BEGUN : run(tx).catch(committed)
}

/**
 * Runs a change and records it under its id, in one transaction. A repeat returns the stored reply. A secret reply is
 * not stored, so a repeat runs the change again. Stored replies can be read only with the key. Throws KEY_INVALID if
 * the key was already used with other input.
 *
 * A refusal is stored too. Otherwise a delayed copy of the request could still take effect after the player has seen
 * the refusal. If the refusal rolls the transaction back, it is stored afterwards. If a repeat has received a reply in
 * between, that reply counts.
 *
 * For a change that a provider must carry out, returns the Order once its operation has begun, and {@link BEGUN} for a
 * repeat. If the response to the commit is lost, the operation may have begun, so its id is added to `unfinished`.
 */
export async function once(db: Db, change: Change, unfinished: Unfinished): Promise<unknown> {
  const { id, owner, key, at, keepsReply, run } = change
  const sealed = (reply: unknown) => {
    const isRefused = reply instanceof ApiError
    return { reply: seal(isRefused ? kept(reply) : reply, key), isRefused }
  }
  let isBegun = false
  let refused: ApiError | null = null
  const first = async (tx: Db) => {
    const reply = await run(tx).catch(committed)
    isBegun = reply instanceof Order
    if (reply instanceof Order) await begin(tx, reply, { id, owner, key, at })
    else if (reply instanceof ApiError || keepsReply) await answering(tx).execute({ id, ...sealed(reply) })
    return reply
  }
  const act = async (tx: Db) => {
    if (!(await take(tx, change))) return repeat(tx, change)
    return first(tx).catch((error) => {
      refused = refusalOf(error)
      throw error
    })
  }
  const done = await db.transaction(act).catch(async (error) => {
    if (refused) return (await take(db, change, sealed(refused))) ? refused : db.transaction((tx) => repeat(tx, change))
    if (isBegun && isUnavailable(error)) unfinished.set(id, at)
    throw error
  })
  if (done instanceof ApiError) throw done
  return done
}

/** Returns true if a change with this id was recorded. */
export const isTaken = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(requests, eq(requests.id, id))) > 0

/**
 * Returns the stored reply of a change, {@link BEGUN} if the change has begun and has no reply yet, or undefined if it
 * was sent with other input. If the stored reply is a refusal, throws it. Never runs the change.
 */
export async function storedReply(db: Db, { id, hash, key }: Pick<Change, 'id' | 'hash' | 'key'>): Promise<unknown> {
  const [first] = await db.select().from(requests).where(eq(requests.id, id))
  if (first?.hash !== hash) return undefined
  if (!first.reply) return (await answerOf(db, id, key))?.reply ?? BEGUN
  const reply = replyIn(first.reply, first.isRefused, key)
  if (reply instanceof ApiError) throw reply
  return reply
}
