import { asc, sql } from 'drizzle-orm'
import type { depositCalls } from '#contract/deposit.ts'
import { GIFT_MIN } from '#contract/gift-link.ts'
import { depositBanks, depositWallets } from '#server/core/schema/deposits.ts'
import { bankOf } from '#server/domain/banks.ts'
import type { Handlers } from './handler.ts'

/** The deposit methods. Source: R305, R164–R166. */
export const depositHandlers: Pick<Handlers, keyof typeof depositCalls> = {
  'lookup.deposit': async (_, { db, settings, switches }) => {
    // This full join matches no rows, so a single statement returns all rows of both tables.
    const places = await db
      .select({ bank: depositBanks, wallet: depositWallets })
      .from(depositBanks)
      .fullJoin(depositWallets, sql`false`)
      .orderBy(asc(depositBanks.position), asc(depositWallets.mode))
    const banks = places.flatMap(({ bank }) => bank ?? [])
    const wallets = places.flatMap(({ wallet }) => wallet ?? [])
    return {
      banks: banks.map(({ position: _, ...bank }) => ({ ...bank, bank: bankOf(bank.bankCode), currency: 'BAHT' })),
      wallets,
      isManual: (await switches(db)).isManual,
      qr: { minimum: settings.qrMinimum, minutes: settings.qrMinutes },
      gift: { minimum: GIFT_MIN },
    }
  },
}
