import * as v from 'valibot'

/** A flag as a bare boolean or as `{ [name]: boolean }` or `{ active: boolean }`; parsed to a boolean. Source: D-29. */
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
