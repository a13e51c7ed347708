import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { toString as svgOf } from 'qrcode'
import * as v from 'valibot'
import { StoredSatang } from '#contract/money.ts'
import { canCreateQr, QR_PROVIDERS, type QrProvider, type qrCalls, ruleWith } from '#contract/qr.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { newId } from '#server/core/schema/columns.ts'
import { qrcodes } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { expectMayPlay } from '#server/domain/care.ts'
import { expectRoom } from '#server/domain/deposit-limit.ts'
import { operation } from '#server/domain/operation.ts'
import type { Handlers } from './handler.ts'

const PAID_IS_NEWS = 60 * 60_000

const shown = async ({
  id,
  payload,
  amount,
  expireAt,
}: Pick<typeof qrcodes.$inferSelect, 'id' | 'payload' | 'amount' | 'expireAt'>) => ({
  hasQrcode: true,
  qrcodeId: id,
  qrcode: await svgOf(payload, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }),
  amount,
  expireIn: expireAt.toISOString(),
})

/** Selects the member's open code at a provider, and the last paid one if it was paid recently. */
function currentCodes({ db, owner, now }: HandlerContext, provider: QrProvider) {
  const own = and(eq(qrcodes.memberId, owner), eq(qrcodes.provider, provider))
  const open = and(own, eq(qrcodes.status, 'open'), gt(qrcodes.expireAt, new Date(now())))
  const paid = and(own, eq(qrcodes.status, 'paid'), gt(qrcodes.paidAt, new Date(now() - PAID_IS_NEWS)))
  return unionAll(
    db.select().from(qrcodes).where(open),
    db.select().from(qrcodes).where(paid).orderBy(desc(qrcodes.paidAt)).limit(1),
  )
}

/** The maximum difference between the clocks of two processes, in ms (assumed). */
const CLOCKS_APART = 60_000

const Created = v.object({
  id: v.string(),
  provider: v.picklist(QR_PROVIDERS),
  amount: StoredSatang,
  minutes: v.number(),
})

/**
 * A code's creation time is the time of its request. A code that arrives after a newer one is superseded immediately.
 */
export const qr = operation('qr', Created, async (tx, { owner, at, now, payload }, { results, refusal }) => {
  if (refusal) return { hasQrcode: false, message: 'QR_FAIL' }
  const { minutes, ...asked } = payload
  const own = eq(qrcodes.memberId, owner)
  // Without this lock, two concurrent requests would both find no open code. A stronger lock could deadlock with a
  // concurrent payment, which locks the code and inserts rows that reference the member.
  await tx.select({ id: members.id }).from(members).where(eq(members.id, owner)).for('no key update')
  // A code dated further in the future was created before the clock was set back, so it does not count as newer.
  const newer = and(own, gt(qrcodes.createdAt, at), lte(qrcodes.createdAt, new Date(now.getTime() + CLOCKS_APART)))
  const isLate = (await tx.$count(qrcodes, newer)) > 0
  if (!isLate)
    await tx
      .update(qrcodes)
      .set({ status: 'superseded' })
      .where(and(own, eq(qrcodes.status, 'open')))
  const code = {
    ...asked,
    payload: v.parse(v.string(), results[0]),
    expireAt: new Date(at.getTime() + minutes * 60_000),
  }
  await tx.insert(qrcodes).values({ ...code, memberId: owner, status: isLate ? 'superseded' : 'open', createdAt: at })
  return shown(code)
})

/** Deposit codes: one open code per member, payable for 15 minutes. Source: R213–R219, R353–R355, R575, R586, D-13–D-15. */
export const qrHandlers: Pick<Handlers, keyof typeof qrCalls> = {
  /**
   * If there is no open code, returns the code that was paid within the last hour, so that the client notices the
   * payment.
   */
  'qr.get': async ({ provider }, context) => {
    const codes = await currentCodes(context, provider)
    const open = codes.find(({ status }) => status === 'open')
    if (open) return shown(open)
    const [paid] = codes
    if (!paid) return { hasQrcode: false }
    const { id: qrcodeId, paidAmount: amount, isHeld } = paid
    return { hasQrcode: false, paid: { qrcodeId, amount, ...(isHeld && { isHeld }) } }
  },

  /** Supersedes the member's open code at any provider. If the provider does not issue a code, nothing changes. */
  'qr.create': async ({ provider, amount }, context) => {
    const { settings } = context
    await expectMayPlay(context)
    await expectRoom(context, amount)
    const rule = ruleWith(settings.qr[provider], settings.qrMinimum)
    if (!canCreateQr(rule, amount)) throw new ApiError('QR_FAIL')
    const code = { id: newId(), provider, amount }
    return qr.order({ ...code, minutes: settings.qrMinutes }, [{ call: 'issueQr', input: code }])
  },

  /**
   * Cancels the code. Throws NO_DATA if it is unknown or belongs to another member, and QR_FAIL (409) if it has been
   * paid.
   */
  'qr.remove': async ({ provider, qrcodeId }, { db, owner }) => {
    const [code] = await db
      .select()
      .from(qrcodes)
      .where(and(eq(qrcodes.id, qrcodeId), eq(qrcodes.memberId, owner), eq(qrcodes.provider, provider)))
      .for('update')
    if (!code) throw new ApiError('NO_DATA', 404)
    if (code.status === 'paid') throw new ApiError('QR_FAIL', 409)
    if (code.status === 'open') await db.update(qrcodes).set({ status: 'cancelled' }).where(eq(qrcodes.id, qrcodeId))
    return {}
  },
}
