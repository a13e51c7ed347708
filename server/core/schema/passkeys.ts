import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time, whole } from './columns.ts'
import { memberId } from './members.ts'

/** The passkeys of members. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    memberId: memberId().notNull(),
    /** The id that the authenticator assigned to the passkey, in base64url. */
    credential: text().notNull().unique(),
    /** The COSE key, in base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter, or 0 if the authenticator does not count. */
    counter: whole().notNull(),
    /** The browser in which the passkey was added. `browser` and `system` have the same format as in the sessions. */
    browser: text(),
    system: text(),
    createdAt: time().notNull(),
    /** The time of the last use. */
    usedAt: time(),
  },
  (t) => [index().on(t.memberId)],
)
