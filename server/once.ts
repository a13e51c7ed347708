import { and, eq, isNotNull } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from './db.ts'
import { databaseError, REFUSAL_CODES, REFUSAL_STATUSES, Refusal } from './refusal.ts'
import { requests } from './schema/site.ts'
import { seal, unseal } from './seal.ts'

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/** Runs `attempt` again, up to three times more, when the database broke it off for another transaction. */
export async function retried<T>(attempt: () => Promise<T>, left = 3): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = databaseError(error)
    if (left === 0 || (code !== DEADLOCK && code !== SERIALIZATION)) throw error
    return retried(attempt, left - 1)
  }
}

/**
 * A change to be done: its `id` is unique by owner, call and key, `hash` stands for its input; `keepsReply`: a repeat gets the
 * reply as it was. `run` does it in a transaction.
 */
export type Change = {
  id: string
  hash: string
  key: string
  at: Date
  keepsReply: boolean
  run: (db: Db) => Promise<unknown>
}

/** What is kept of a refusal. */
const Kept = v.object({ code: v.picklist(REFUSAL_CODES), status: v.picklist(REFUSAL_STATUSES), message: v.string() })
const keptRefusal = (reply: unknown): Refusal => {
  const { code, status, message } = v.parse(Kept, reply)
  return new Refusal(code, status, { message })
}

/** The reply that was stored: data, or a refusal. */
const replyIn = (reply: string, isRefused: boolean, key: string): unknown => {
  const kept = unseal(reply, key)
  return isRefused ? keptRefusal(kept) : kept
}

/** A refusal as a result. Thrown on, it undoes what was written: all of them but those that commit. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  throw error
}
const committed = (error: unknown): Refusal => {
  if (refusalOf(error).commits) return error as Refusal
  throw error
}

/**
 * Runs a change once for its id, in one transaction with the record of it: a repeat gets the kept reply, of a call whose
 * reply is secret a fresh one. Only who has the key can read what is kept. Other input under the same key refuses with
 * KEY_INVALID. A refusal is an answer too, and undoes everything but its record and what it commits: were it not kept, a
 * request that was held up on its way could still have its effect after the player was told that there is none.
 */
export async function once(db: Db, { id, hash, key, at, keepsReply, run }: Change) {
  const done = await db.transaction(async (tx) => {
    const taken = await tx
      .insert(requests)
      .values({ id, hash, at })
      .onConflictDoNothing()
      .returning({ id: requests.id })
    if (taken.length === 0) {
      const [first] = await tx.select().from(requests).where(eq(requests.id, id))
      if (first?.hash !== hash) throw new Refusal('KEY_INVALID', 409)
      if (!first.reply) return run(tx).catch(committed)
      return replyIn(first.reply, first.isRefused, key)
    }
    const reply = await tx.transaction((inner) => run(inner).catch(committed)).catch(refusalOf)
    const isRefused = reply instanceof Refusal
    const kept = isRefused ? { code: reply.code, status: reply.status, message: reply.message } : reply
    if (isRefused || keepsReply)
      await tx
        .update(requests)
        .set({ reply: seal(kept, key), isRefused })
        .where(eq(requests.id, id))
    return reply
  })
  if (done instanceof Refusal) throw done
  return done
}

/** Returns true if a reply is stored for the change with this id. */
export const isStored = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(requests, and(eq(requests.id, id), isNotNull(requests.reply)))) > 0

/** Returns the stored reply of a change, or undefined if this input has no reply yet. Runs nothing. Throws a stored refusal. */
export async function storedReply(db: Db, { id, hash, key }: Pick<Change, 'id' | 'hash' | 'key'>): Promise<unknown> {
  const [first] = await db.select().from(requests).where(eq(requests.id, id))
  if (!first?.reply || first.hash !== hash) return undefined
  const reply = replyIn(first.reply, first.isRefused, key)
  if (reply instanceof Refusal) throw reply
  return reply
}
