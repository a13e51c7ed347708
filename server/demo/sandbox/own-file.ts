import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'

/** Answers with a file, named from this folder. */
export const ownFile =
  (name: string, type: 'text/css' | 'text/javascript' | 'application/json') => async (c: Context) =>
    c.body(await readFile(new URL(`./${name}`, import.meta.url), 'utf8'), 200, {
      'Content-Type': `${type}; charset=utf-8`,
    })
