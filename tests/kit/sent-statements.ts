import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { World } from '#server/core/world.ts'

/**
 * The first bytes of the PostgreSQL protocol messages that run a statement: Execute, and Query for statements without
 * parameters.
 */
const RUNS: readonly (number | undefined)[] = ['E', 'Q'].map((letter) => letter.charCodeAt(0))

/** Replaces a method until the test finishes. `wrap` receives the old method and returns the new one. */
function replace<T extends object, K extends keyof T>(owner: T, name: K, wrap: (old: T[K]) => T[K]) {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  const old = owner[name]
  owner[name] = wrap(old)
  onTestFinished(() => {
    if (own) Object.defineProperty(owner, name, own)
    else delete owner[name]
  })
}

/**
 * Returns a function that returns the number of statements sent to the database since its last call, including `begin`
 * and `commit`. Statements that the adapters in `world` run for their own records are not counted.
 */
export function countStatements(world: World): () => number {
  let sent = 0
  let inWorld = 0
  const add = () => {
    if (inWorld === 0) sent += 1
  }
  replace(
    pg.Client.prototype,
    'query',
    (query) =>
      function (this: pg.Client, ...args: unknown[]) {
        add()
        return Reflect.apply(query, this, args)
      },
  )
  replace(
    PGlite.prototype,
    'execProtocolRaw',
    (run) =>
      function (this: PGlite, message, options) {
        if (RUNS.includes(message[0])) add()
        return run.call(this, message, options)
      },
  )
  for (const name of Object.keys(world) as (keyof World)[]) {
    const act: unknown = world[name]
    if (typeof act !== 'function') continue
    replace(world as Record<string, unknown>, name, () => async (...args: unknown[]) => {
      inWorld += 1
      try {
        return await Reflect.apply(act, world, args)
      } finally {
        inWorld -= 1
      }
    })
  }
  return () => {
    const counted = sent
    sent = 0
    return counted
  }
}
