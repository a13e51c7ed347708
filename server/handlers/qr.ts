import { and, desc, eq, gt } from 'drizzle-orm'
import { toString as svgOf } from 'qrcode'
import { toBaht } from '#contract/money.ts'
import { canCreateQr, type QrProvider, type qrCalls, ruleWith } from '#contract/qr.ts'
import type { Handlers, Tools } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { newId } from '../schema/columns.ts'
import { members } from '../schema/members.ts'
import { qrcodes } from '../schema/money.ts'

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
  amount: toBaht(amount),
  expireIn: expireAt.toISOString(),
})

async function lastPaid({ db, owner, now }: Tools, provider: QrProvider) {
  const [code] = await db
    .select()
    .from(qrcodes)
    .where(
      and(
        eq(qrcodes.memberId, owner),
        eq(qrcodes.provider, provider),
        eq(qrcodes.status, 'paid'),
        gt(qrcodes.paidAt, new Date(now() - PAID_IS_NEWS)),
      ),
    )
    .orderBy(desc(qrcodes.paidAt))
    .limit(1)
  return code && { qrcodeId: code.id, amount: toBaht(code.paidAmount) }
}

/** Deposit codes: one open code a member, 15 minutes to pay it. Source: SPEC §4 "QR", R353–R355, D-13–D-15. */
export const qrHandlers: Pick<Handlers, keyof typeof qrCalls> = {
  /** Without an open code it names the one paid within the last hour, so that a payment is seen. */
  'qr.get': async ({ provider }, tools) => {
    const { db, owner, now } = tools
    const [open] = await db
      .select()
      .from(qrcodes)
      .where(
        and(
          eq(qrcodes.memberId, owner),
          eq(qrcodes.provider, provider),
          eq(qrcodes.status, 'open'),
          gt(qrcodes.expireAt, new Date(now())),
        ),
      )
    if (open) return shown(open)
    const paid = await lastPaid(tools, provider)
    return { hasQrcode: false, ...(paid && { paid }) }
  },

  /** Supersedes the member's open code at any provider; a provider that gives none changes nothing. */
  'qr.create': async ({ provider, amount }, { db, owner, now, world, settings }) => {
    const rule = ruleWith(settings.qr[provider], settings.qrMinimum)
    if (!canCreateQr(rule, amount)) throw new Refusal('QR_FAIL')
    const id = newId()
    const payload = await world.issueQr({ id, provider, amount }).catch((error) => {
      if (error instanceof Refusal) return null
      throw error
    })
    if (payload === null) return { hasQrcode: false, message: 'QR_FAIL' }
    // Two codes asked for at once would both see no open one. No more than that is locked: a payment that comes in at the
    // same time holds the code and refers to the member.
    await db.select({ id: members.id }).from(members).where(eq(members.id, owner)).for('no key update')
    await db
      .update(qrcodes)
      .set({ status: 'superseded' })
      .where(and(eq(qrcodes.memberId, owner), eq(qrcodes.status, 'open')))
    const createdAt = new Date(now())
    const expireAt = new Date(now() + settings.qrMinutes * 60_000)
    await db
      .insert(qrcodes)
      .values({ id, memberId: owner, provider, amount, payload, status: 'open', createdAt, expireAt })
    return shown({ id, payload, amount, expireAt })
  },

  /** NO_DATA for a code that is not the member's or not there, QR_FAIL (409) for one that was paid; else it is closed. */
  'qr.remove': async ({ provider, qrcodeId }, { db, owner }) => {
    const [code] = await db
      .select()
      .from(qrcodes)
      .where(and(eq(qrcodes.id, qrcodeId), eq(qrcodes.memberId, owner), eq(qrcodes.provider, provider)))
      .for('update')
    if (!code) throw new Refusal('NO_DATA', 404)
    if (code.status === 'paid') throw new Refusal('QR_FAIL', 409)
    if (code.status === 'open') await db.update(qrcodes).set({ status: 'cancelled' }).where(eq(qrcodes.id, qrcodeId))
    return {}
  },
}
