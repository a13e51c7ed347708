import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { ROOT } from '../../core/root.ts'

/** Returns a handler that serves a file of the project. */
export const ownFile =
  (path: string, type: 'text/css' | 'text/javascript' | 'application/json') => async (c: Context) =>
    c.body(await readFile(join(ROOT, path), 'utf8'), 200, {
      'Content-Type': `${type}; charset=utf-8`,
    })
