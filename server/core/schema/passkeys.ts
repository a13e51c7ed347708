import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, time, whole } from './columns.ts'
import { memberId } from './members.ts'

/** The passkeys of members. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    memberId: memberId().notNull(),
    /** The id that the browser's authenticator gave the passkey, in base64url. */
    credential: text().notNull().unique(),
    /** The COSE key, in base64url. */
    publicKey: text().notNull(),
    /** The number of signatures that the authenticator has counted, or 0 if it does not count them. */
    counter: whole().notNull(),
    /**
     * The browser in which the passkey was added, in the same form as in the sessions. The same applies to `system`.
     */
    browser: text(),
    system: text(),
    createdAt: time().notNull(),
    /** The last use. */
    usedAt: time(),
  },
  (t) => [index().on(t.memberId)],
)
