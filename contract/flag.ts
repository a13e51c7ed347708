import * as v from 'valibot'

/**
 * Returns the schema of a flag, which is parsed to a boolean. A backend may send it as a bare boolean, as
 * `{ [name]: boolean }` or as `{ active: boolean }`. Source: D-29.
 */
export const flag = (name: string) =>
  v.union([
    v.boolean(),
    v.pipe(
      v.object({ [name]: v.boolean() }),
      v.transform((reply) => reply[name] === true),
    ),
    v.pipe(
      v.object({ active: v.boolean() }),
      v.transform((reply) => reply.active),
    ),
  ])
