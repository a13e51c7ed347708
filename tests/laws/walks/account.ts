import { and, eq, inArray } from 'drizzle-orm'
import { passwordHeader } from '#contract/profile.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { NEWCOMER } from '#tests/kit/server.ts'
import { oneOf } from '../chance.ts'
import { type Member, made, refused, walkOf } from './walk.ts'

type Kind = (typeof auditLog.$inferSelect)['kind']
/** Returns the events of one kind in the member's audit log, each with the requested value, if there is one. */
async function eventsOf({ backend, id }: Member, kind: Kind): Promise<string[]> {
  const own = and(eq(auditLog.memberId, id), eq(auditLog.kind, kind))
  const rows = await backend.db.select().from(auditLog).where(own)
  return rows.map(({ detail }) => detail ?? kind)
}

/** Two deposit limits, of which the second may be a higher limit for the same period. */
export const playLimit = walkOf({
  call: 'limits.set',
  plan: async (member) => {
    const period = oneOf(member.below, 'day', 'week')
    return {
      changes: [
        made({ period: 'day', amount: 500, isConfirmed: false }, 'deposit day 500'),
        made({ period, amount: 600, isConfirmed: false }, `deposit ${period} 600`),
      ],
      records: () => eventsOf(member, 'limit'),
    }
  },
})

/** Two new account names. The second may be for another bank, or not in English letters. */
export const bankTransfer = walkOf({
  call: 'account.rename',
  headers: passwordHeader(DEMO_PASSWORD),
  plan: async (member) => ({
    changes: [
      made({ bankCode: 'SCB', bankAccountName: 'First Name' }, 'payee'),
      oneOf(
        member.below,
        made({ bankCode: 'SCB', bankAccountName: 'Second Name' }, 'payee'),
        refused({ bankCode: 'KBANK', bankAccountName: 'Second Name' }, 'INVALID_BANK'),
        refused({ bankCode: 'SCB', bankAccountName: 'ชื่อไทย' }, 'BANK_ACCOUNT_NAME_ENG'),
      ),
    ],
    records: () => eventsOf(member, 'payee'),
  }),
})

/** Two requests to erase all data, of which the second and sometimes the first has a wrong password. */
export const erasureByPassword = walkOf({
  call: 'data.erase',
  plan: async (member) => ({
    changes: [
      member.below(3) === 0
        ? refused({ password: 'wrong-word-1' }, 'WRONG_PASSWORD')
        : made({ password: DEMO_PASSWORD }, 'erasure asked'),
      refused({ password: 'wrong-word-2' }, 'WRONG_PASSWORD'),
    ],
    records: () => eventsOf(member, 'erasure asked'),
  }),
})

/** Two registrations. The second may have the phone or the bank account of the first, or an unknown bank. */
export const register = walkOf({
  call: 'account.create',
  plan: async ({ backend, seed, below }) => {
    await backend.turn('registerOTP', false)
    const [phone, other] = [`06${String(seed).padStart(8, '0')}`, `07${String(seed).padStart(8, '0')}`]
    const newcomer = (username: string, bankAccountNo: string) => ({ ...NEWCOMER, username, bankAccountNo })
    const registered = (username: string, bankAccountNo: string, after: string | null) =>
      made(newcomer(username, bankAccountNo), username, 0, { after })
    const pairs = [
      [registered(phone, phone, null), registered(other, other, null)],
      [registered(phone, phone, 'EXISTING_USER'), registered(phone, other, 'EXISTING_USER')],
      [registered(phone, phone, 'EXISTING_BANK'), registered(other, phone, 'EXISTING_BANK')],
      [registered(phone, phone, null), refused({ ...newcomer(other, other), bankCode: 'NONE' }, 'INVALID_BANK')],
    ] as const
    const rows = () =>
      backend.db
        .select()
        .from(members)
        .where(inArray(members.username, [phone, other]))
    return { changes: oneOf(below, ...pairs), records: async () => (await rows()).map(({ username }) => username) }
  },
})
