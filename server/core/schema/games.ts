import { doublePrecision, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { memberId } from './members.ts'

/** The operator's games, in display order. `ftWalletSlot` is the game's credit per baht. */
export const games = pgTable('games', {
  code: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  category: text().notNull(),
  logo: text().notNull(),
  background: text().notNull(),
  ftWalletSlot: doublePrecision().notNull(),
  web: text(),
  android: text(),
  ios: text(),
})

/**
 * The players' logins for the simulated games. They are stored in plain text, because the player can see them.
 * Source: R163.
 */
export const gameLogins = pgTable(
  'gameLogins',
  {
    memberId: memberId().notNull(),
    gameCode: text()
      .notNull()
      .references(() => games.code),
    username: text().notNull(),
    password: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.gameCode] })],
)
