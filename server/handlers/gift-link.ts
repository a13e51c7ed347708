import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { GIFT_MIN, type giftCalls } from '#contract/gift-link.ts'
import { StoredSatang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import { depositWallets, giftLinks } from '#server/core/schema/deposits.ts'
import { expectMayPlay } from '#server/domain/care.ts'
import { expectRoom } from '#server/domain/deposit-limit.ts'
import { openGift } from '#server/domain/gift-link.ts'
import { lockSubject, operation } from '#server/domain/operation.ts'
import { credit } from '#server/domain/payment.ts'
import type { Handlers } from './handler.ts'

const duplicate = () => new ApiError('TRUELINK_DUPLICATE', 409)

/** Credits the amount of a gift link, once per link. Source: R338, R515, R588. */
export const gift = operation(
  'gift',
  v.object({ hash: v.string() }),
  async (tx, { id, owner, payload, now }, ended) => {
    if (ended.refusal) return ended.refusal
    const { hash } = payload
    const amount = v.parse(StoredSatang, ended.results[0])
    await tx.insert(giftLinks).values({ hash, memberId: owner, at: now })
    const by = { actor: owner, cause: id }
    const credited = await credit(tx, { memberId: owner, by, from: 'TRUEMONEY', reference: hash, amount }, now)
    return credited === null ? duplicate() : { amount, ...(credited.isHeld && { isHeld: true }) }
  },
)

/** Depositing with a gift link. Source: R110, R338–R339, R484–R485, R515, R575, R586. */
export const giftHandlers: Pick<Handlers, keyof typeof giftCalls> = {
  'wallet.truelink': async ({ link: sealed }, context) => {
    const { db, settings } = context
    const { link, account } = openGift(sealed, settings.giftKey)
    if ((await db.$count(depositWallets, eq(depositWallets.walletAccountName, account))) === 0)
      throw new ApiError('NO_WALLET', 404)
    const hash = createHash('sha256').update(link).digest('hex')
    const subject = `gift ${hash}`
    await lockSubject(db, subject)
    await expectMayPlay(context)
    await expectRoom(context, GIFT_MIN)
    if ((await db.$count(giftLinks, eq(giftLinks.hash, hash))) > 0) throw duplicate()
    return gift.order({ hash }, [{ call: 'redeemGift', input: { link, account, least: GIFT_MIN } }], {
      subject: { name: subject, taken: duplicate() },
      isSecret: true,
    })
  },
}
