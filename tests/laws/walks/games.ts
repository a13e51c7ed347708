import { and, eq } from 'drizzle-orm'
import { accounts } from '#server/core/schema/money.ts'
import { operations } from '#server/core/schema/operations.ts'
import { oneOf } from '../chance.ts'
import { openGame } from './member.ts'
import { made, refused, walkOf } from './walk.ts'

/** Opens an account in a game, and another in the same game, in a second game or in a game that does not exist. */
export const gameOpening = walkOf({
  call: 'wallet.activate',
  plan: async ({ backend, id, below }) => ({
    changes: oneOf(
      below,
      [made({ code: 'pg' }, 'pg'), made({ code: 'usun' }, 'usun')],
      [
        made({ code: 'pg' }, 'pg', 0, { after: 'SLOT_ALREADY_ACTIVE' }),
        made({ code: 'pg' }, 'pg', 0, { after: 'SLOT_ALREADY_ACTIVE' }),
      ],
      [made({ code: 'pg' }, 'pg'), refused({ code: 'chess' }, 'NO_GAME')],
    ),
    records: async () => {
      const own = and(eq(accounts.memberId, id), eq(accounts.kind, 'game'))
      return (await backend.db.select().from(accounts).where(own)).map(({ gameCode }) => String(gameCode))
    },
  }),
})

/** Two new passwords for one game, or one for a game in which the member has no account. */
export const gamePassword = walkOf({
  call: 'wallet.resetpassword',
  plan: async (member) => {
    const { backend, id, below } = member
    await openGame(member, 'pg')
    return {
      changes: [
        made({ code: 'pg' }, 'pg'),
        oneOf(below, made({ code: 'pg' }, 'pg'), refused({ code: 'usun' }, 'SLOT_NO_ACCOUNT')),
      ],
      records: async () => {
        const own = and(eq(operations.memberId, id), eq(operations.kind, 'reset'), eq(operations.state, 'settled'))
        const rows = await backend.db.select().from(operations).where(own)
        return rows.map(({ payload }) => String((payload as { gameCode: string }).gameCode))
      },
    }
  },
})
