import { createHash, createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { Language } from '#contract/language.ts'
import type { Db } from './db.ts'
import { languageOf } from './operator.ts'
import { databaseError, Refusal } from './refusal.ts'
import { requests } from './schema.ts'
import { seal, unseal } from './seal.ts'
import { hashOf, memberOf } from './session.ts'
import type { Settings } from './settings.ts'
import { readSwitches } from './switches.ts'
import type { World } from './world.ts'

/** The owner of what nobody has to be signed in for. */
const ANYONE = 'anyone'

/** What the backend stands on; `now` gives epoch ms. */
export type Base = { now: () => number; world: World; settings: Settings }
/**
 * What a handler may use; `db` is the transaction of this call, `language` the one on the player's screen, `owner` the
 * member's id (or `anyone` in an open call), `session` the hash of the token that was sent.
 */
export type Tools = Base & { db: Db; owner: string; session: string; language: Language }
/** One handler a call: takes the parsed input (satang), gives what goes on the wire (baht). */
export type Handlers = {
  [N in keyof Calls]: (
    input: v.InferOutput<Calls[N]['input']>,
    tools: Tools,
  ) => Promise<v.InferInput<Calls[N]['reply']>>
}
/** Any handler, as {@link answer} runs it: the input is parsed by its call's schema. */
export type Handler = (input: unknown, tools: Tools) => Promise<unknown>

const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/))
const Body = v.record(v.string(), v.unknown())

async function inputOf(c: Context, call: Call): Promise<unknown> {
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  const sent: unknown = hasBody ? JSON.parse((await c.req.text()) || '{}') : c.req.query()
  // A list would spread to nothing or to numbered keys.
  if (Array.isArray(sent)) throw new SyntaxError('a list')
  return v.parse(call.input, { ...v.parse(Body, sent), ...c.req.param() })
}

const parsed = (c: Context, call: Call) =>
  inputOf(c, call).catch((error) => {
    throw error instanceof v.ValiError || error instanceof SyntaxError ? new Refusal('NO_DATA') : error
  })

const DEADLOCK = '40P01'
const SERIALIZATION = '40001'

/** Runs `attempt` again, up to three times more, when the database broke it off for another transaction. */
async function retried<T>(attempt: () => Promise<T>, left = 3): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const { code } = databaseError(error)
    if (left === 0 || (code !== DEADLOCK && code !== SERIALIZATION)) throw error
    return retried(attempt, left - 1)
  }
}

type Change = {
  id: string
  hash: string
  key: string
  at: Date
  keepsReply: boolean
  run: (db: Db) => Promise<unknown>
}

/** A refusal as a result: thrown, it would undo what was written. */
const committed = (error: unknown): Refusal => {
  if (error instanceof Refusal && error.commits) return error
  throw error
}

/**
 * Runs a change once for its id, in one transaction with the record of it: a repeat gets the kept reply, of a call whose
 * reply is secret a fresh one. Only who has the key can read what is kept. Other input under the same key refuses with
 * KEY_INVALID. What is refused leaves no record, and nothing else but what a refusal commits.
 */
async function once(db: Db, { id, hash, key, at, keepsReply, run }: Change) {
  const done = await db.transaction(async (tx) => {
    const taken = await tx
      .insert(requests)
      .values({ id, hash, at })
      .onConflictDoNothing()
      .returning({ id: requests.id })
    if (taken.length === 0) {
      const [first] = await tx.select().from(requests).where(eq(requests.id, id))
      if (first?.hash !== hash) throw new Refusal('KEY_INVALID', 409)
      return first.reply ? unseal(first.reply, key) : run(tx).catch(committed)
    }
    const reply = await run(tx).catch(committed)
    if (reply instanceof Refusal) await tx.delete(requests).where(eq(requests.id, id))
    else if (keepsReply)
      await tx
        .update(requests)
        .set({ reply: seal(reply, key) })
        .where(eq(requests.id, id))
    return reply
  })
  if (done instanceof Refusal) throw done
  return done
}

/** Answers one call: who asks, with what, and for a change exactly once per Idempotency-Key. */
export async function answer(c: Context, db: Db, base: Base, name: keyof Calls, call: Call, handler: Handler) {
  if (name !== 'lookup.active' && (await readSwitches(db)).terminated) throw new Refusal('gone', 410)
  const token = /^Bearer (.+)$/.exec(c.req.header('Authorization') ?? '')?.[1]
  const owner = call.access === 'member' ? await memberOf(db, token, base.now()) : ANYONE
  const input = await parsed(c, call)
  const language = languageOf(getCookie(c, 'lang'), base.settings.isLaos)
  const run = (tx: Db) => handler(input, { ...base, db: tx, owner, session: hashOf(token ?? ''), language })
  if (call.kind === 'read')
    return c.json(await db.transaction(run, { accessMode: 'read only', isolationLevel: 'repeatable read' }))
  const key = v.safeParse(Key, c.req.header('Idempotency-Key'))
  if (!key.success) throw new Refusal('KEY_MISSING')
  const change: Change = {
    id: createHash('sha256').update(`${owner}|${name}|${key.output}`).digest('hex'),
    hash: createHmac('sha256', key.output).update(JSON.stringify(input)).digest('hex'),
    key: key.output,
    at: new Date(base.now()),
    keepsReply: !call.secret,
    run,
  }
  return c.json(await retried(() => once(db, change)))
}
