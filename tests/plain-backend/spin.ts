import type { Api } from './api.ts'
import { text } from './fields.ts'
import { book } from './member.ts'
import { Refused } from './refused.ts'
import type { Site } from './site.ts'

const slice = (code: string, label: string, bgColor: string, textColor = '#f4f1ea') => ({
  code,
  label,
  bgColor,
  textColor,
  htmlDescription: `<p>คูปอง ${label}</p>`,
})
/** Prizes are won in this order, so that tests do not depend on luck. */
const SLICES = [
  slice('CASH5', '5\u00A0บาท', '#16213f'),
  slice('CASH20', '20\u00A0บาท', '#22335f'),
  slice('GIFT', 'ของขวัญ', '#7cc9ea', '#05202e'),
]

/** Registers the calls for the prize wheel and its coupons. */
export function spin(api: Api, site: Site) {
  let turns = 0
  api.member('GET /api/spinwheel/active', {}, () => site.switches.spinActive)
  api.member('GET /api/spinwheel/setup', {}, ({ coins }) => ({
    activeSpinwheel: site.switches.spinActive ? { name: 'กงล้อนำโชค', slice: SLICES } : null,
    userCoin: coins,
  }))
  api.member('POST /api/spinwheel/spin', {}, (member) => {
    const won = SLICES[turns % SLICES.length]
    if (member.coins <= 0 || !won) throw new Refused('เหรียญไม่พอ')
    turns++
    member.coins--
    member.coupons.set(won.code, (member.coupons.get(won.code) ?? 0) + 1)
    return { code: won.code, label: won.label, remainingCoin: member.coins }
  })
  api.member('GET /api/spinwheel/coupon', {}, ({ coupons }) =>
    SLICES.flatMap((slice) => {
      const amount = coupons.get(slice.code) ?? 0
      return amount > 0 ? [{ prize: { name: 'กงล้อนำโชค', slice }, amount }] : []
    }),
  )
  api.member('POST /api/spinwheel/coupon/claim', { coupon: text }, (member, { coupon }) => {
    const left = member.coupons.get(coupon) ?? 0
    if (left === 0) throw new Refused('NO_CLAIMABLE_COUPON')
    const [, baht] = /^CASH(\d+)$/.exec(coupon) ?? []
    if (baht === undefined) throw new Refused('INVALID_COUPON_TYPE')
    member.coupons.set(coupon, left - 1)
    const link = { to: 'luckydraw' as const, description: coupon }
    book(member, Number(baht) * 100, { statementType: 'bonus', status: 'SUCCESS', from: 'SPIN', to: 'WALLET', link })
  })
}
