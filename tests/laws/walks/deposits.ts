import { eq } from 'drizzle-orm'
import { toBaht } from '#contract/money.ts'
import { qrcodes, slips } from '#server/core/schema/deposits.ts'
import { giftLink as link, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { oneOf } from '../chance.ts'
import { done, statementOf } from './member.ts'
import { type Member, made, refused, walkOf } from './walk.ts'

/** Two gift links. The second may be the same link, used before, or for an unknown wallet. */
export const giftLink = walkOf({
  call: 'wallet.truelink',
  plan: async (member) => {
    const { seed, below } = member
    const isSame = below(3) === 0
    const gift = () =>
      made({ link: sealedGift(link(`one${seed}-20`)) }, 'deposit 20', 20, {
        after: isSame ? 'TRUELINK_DUPLICATE' : null,
      })
    const other = () =>
      oneOf(
        below,
        made({ link: sealedGift(link(`two${seed}-30`)) }, 'deposit 30', 30),
        refused({ link: sealedGift(link('used-30')) }, 'TRUELINK_INVALID'),
        refused({ link: sealedGift(link(`two${seed}-30`), 'Unknown') }, 'NO_WALLET'),
      )
    return { changes: [gift(), isSame ? gift() : other()], records: () => statementOf(member) }
  },
})

/** Returns the member's QR codes on the real server. */
const codesOf = ({ backend, id }: Member) => backend.db.select().from(qrcodes).where(eq(qrcodes.memberId, id))

/** Two QR codes, each of which may be below the minimum. */
export const qrCreate = walkOf({
  call: 'qr.create',
  plan: async (member) => {
    const { below } = member
    const code = (amount: number) => {
      if (below(4) === 0) return refused({ provider: 'WW' as const, amount: 99.99 }, 'QR_FAIL')
      return made({ provider: 'WW' as const, amount }, `code ${amount}`)
    }
    return {
      changes: [code(100), code(200)],
      records: async () => (await codesOf(member)).map(({ amount }) => `code ${toBaht(amount)}`),
    }
  },
})

/** The cancellation of a QR code, which may be paid already, and of a code that the member does not have. */
export const qrCancel = walkOf({
  call: 'qr.remove',
  plan: async (member) => {
    const { backend, token, below } = member
    const provider = 'WW'
    const { body } = await done(backend.call('qr.create', { provider, amount: 100 }, { token }))
    const qrcodeId = String(body.qrcodeId)
    const isPaid = below(3) === 0
    if (isPaid) await backend.pay(qrcodeId)
    const own = { provider, qrcodeId } as const
    return {
      changes: [
        isPaid ? refused(own, 'QR_FAIL') : made(own, 'cancelled'),
        refused({ provider, qrcodeId: 'unknown' }, 'NO_DATA'),
      ],
      records: async () => (await codesOf(member)).map(({ status }) => status).filter((each) => each === 'cancelled'),
    }
  },
})

/** Two slips, each of which may be a file that is no picture. */
export const slipUpload = walkOf({
  call: 'wallet.slip',
  plan: async ({ backend, id, below }) => {
    const slip = (amount: string) =>
      below(3) === 0
        ? refused({ file: new File([`no picture ${amount}`], 'slip.png', { type: 'image/png' }) }, 'SLIP_INVALID_FILE')
        : made({ file: pngSlip(amount) }, 'slip')
    const rows = () => backend.db.select().from(slips).where(eq(slips.memberId, id))
    return { changes: [slip('1.00'), slip('2.00')], records: async () => (await rows()).map(() => 'slip') }
  },
})
