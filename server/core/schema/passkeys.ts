import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time, whole } from './columns.ts'
import { memberId } from './members.ts'

/**
 * Members' passkeys. `credential`: the id that the browser's authenticator gave it, and `publicKey` its COSE key, both
 * in base64url; `counter`: the number of signatures that the authenticator counted, 0 if it does not count; `browser`
 * and `system` as in the sessions; `usedAt`: its last use.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    memberId: memberId().notNull(),
    credential: text().notNull().unique(),
    publicKey: text().notNull(),
    counter: whole().notNull(),
    browser: text(),
    system: text(),
    createdAt: time().notNull(),
    usedAt: time(),
  },
  (t) => [index().on(t.memberId)],
)
