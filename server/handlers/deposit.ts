import { asc } from 'drizzle-orm'
import type { depositCalls } from '#contract/deposit.ts'
import { toBaht } from '#contract/money.ts'
import { depositBanks, depositWallets } from '#server/core/schema/money.ts'
import { bankOf } from '#server/domain/banks.ts'
import type { Handlers } from './handler.ts'

/** Where players can pay in. Source: R305, R164–R166. */
export const depositHandlers: Pick<Handlers, keyof typeof depositCalls> = {
  'lookup.deposit': async (_, { db, settings, switches }) => {
    const banks = await db.select().from(depositBanks).orderBy(asc(depositBanks.position))
    const wallets = await db.select().from(depositWallets).orderBy(asc(depositWallets.mode))
    return {
      banks: banks.map(({ position: _, ...bank }) => ({ ...bank, bank: bankOf(bank.bankCode), currency: 'BAHT' })),
      wallets,
      isManual: (await switches(db)).isManual,
      qr: { minimum: toBaht(settings.qrMinimum), minutes: settings.qrMinutes },
    }
  },
}
