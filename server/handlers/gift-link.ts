import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { giftCalls } from '#contract/gift-link.ts'
import { toBaht } from '#contract/money.ts'
import type { Handlers } from '../call.ts'
import { openGift } from '../gift-link.ts'
import { credit } from '../payment.ts'
import { Refusal, withoutWords } from '../refusal.ts'
import { depositWallets, giftLinks } from '../schema/money.ts'

/** The least gift that is cashed, in satang. Source: R22, R515. */
const GIFT_LEAST = 200

/** Deposit by gift link. Source: R110, R338–R339, R484–R485, R515. */
export const giftHandlers: Pick<Handlers, keyof typeof giftCalls> = {
  'wallet.truelink': async ({ link: sealed }, { db, owner, now, request, settings, world }) => {
    const { link, account } = openGift(sealed, settings.giftKey)
    if ((await db.$count(depositWallets, eq(depositWallets.walletAccountName, account))) === 0)
      throw new Refusal('NO_WALLET', 404)
    const hash = createHash('sha256').update(link).digest('hex')
    const at = new Date(now())
    // First taken, then cashed: of several that send one link at once the others wait here, and are refused after it.
    const taken = await db
      .insert(giftLinks)
      .values({ hash, memberId: owner, at })
      .onConflictDoNothing()
      .returning({ hash: giftLinks.hash })
    if (taken.length === 0) throw new Refusal('TRUELINK_DUPLICATE', 409)
    const amount = await world.redeemGift({ link, account, least: GIFT_LEAST, request }).catch(withoutWords)
    const isBooked = await credit(db, { memberId: owner, from: 'TRUEMONEY', reference: hash, amount }, at)
    if (!isBooked) throw new Refusal('TRUELINK_DUPLICATE', 409)
    return { amount: toBaht(amount) }
  },
}
