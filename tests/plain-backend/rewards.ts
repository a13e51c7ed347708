import type { Api } from './api.ts'
import { page, pageOf, text } from './fields.ts'
import { book, type Member } from './member.ts'
import { baht, type Satang } from './money.ts'
import { Refused } from './refused.ts'
import { banner, type Site } from './site.ts'

/** The inviter's bonus for a friend's win and loss, in percent of the stake. */
export const INVITE_SUCCESS = 1
export const INVITE_FAIL = 5
/** The share of losses that is refunded, in percent. */
const REFUND = 5

const percentOf = (percent: number, satang: Satang): Satang => Math.floor((satang * percent) / 100)

/** Days and weeks are in Bangkok time; a week starts on Sunday. */
const dayOf = (time: number) => Math.floor((time / 3_600_000 + 7) / 24)
const PERIODS = {
  limit: () => 0,
  day: dayOf,
  week: (time: number) => Math.floor((dayOf(time) + 4) / 7),
}
type OperatorBonus = {
  code: string
  type: keyof typeof PERIODS
  maxReceived?: number
  percentFail: number
  gives: Satang
  banner: string
}
const BONUSES: readonly OperatorBonus[] = [
  { code: 'WELCOME', type: 'limit', maxReceived: 1, percentFail: 50, gives: 10_000, banner: 'welcome' },
  { code: 'DAILY', type: 'day', percentFail: 30, gives: 2_000, banner: 'daily' },
  { code: 'WEEKLY', type: 'week', maxReceived: 2, percentFail: 30, gives: 5_000, banner: 'weekly' },
]
const PROMOTION = { code: 'KRAPAO100', percentFail: 50, description: 'รับ 100 บาท', gives: 10_000 }

function userBonus({ id, held, received }: Member, code: string) {
  const times = received.get(code)
  return times
    ? { _id: `${id}-${code}`, isActive: held?.code === code, received: times.map((updatedAt) => ({ updatedAt })) }
    : null
}

/** Returns how often the member received a bonus in its current period: ever, today or this week. */
function receivedNow({ received }: Member, { code, type }: OperatorBonus): number {
  const period = PERIODS[type]
  return (received.get(code) ?? []).filter((at) => period(Date.parse(at)) === period(Date.now())).length
}

function take(member: Member, code: string, type: string, gives: Satang) {
  if (member.held) throw new Refused('BONUS_ALREADY_ACTIVE')
  member.held = { code, type }
  member.received.set(code, [...(member.received.get(code) ?? []), new Date().toISOString()])
  const link = { to: type === 'promotion' ? ('promotion' as const) : ('bonus' as const), description: code }
  book(member, gives, { statementType: 'bonus', status: 'SUCCESS', from: code, to: 'WALLET', link })
}

function refund(member: Member) {
  const refundAmount = percentOf(REFUND, member.losses)
  if (member.held) throw new Refused('REFUND_CONDITION')
  if (refundAmount <= 0) throw new Refused('NO_REFUND')
  member.losses = 0
  member.refunds.unshift({ refundAmount, createdAt: new Date().toISOString() })
  const link = { to: 'refund' as const, description: 'คืนยอดเสีย' }
  book(member, refundAmount, { statementType: 'bonus', status: 'SUCCESS', from: 'REFUND', to: 'WALLET', link })
}

/**
 * Books a won or lost stake: changes the member's game balance, the refundable losses and the inviter's bonus. Throws
 * if the game balance is below the stake.
 */
export function play(member: Member, game: string, stake: Satang, outcome: 'win' | 'lose') {
  const account = member.games.get(game)
  if (!account || account.amount < stake) throw new Error('nothing to play with')
  account.amount += outcome === 'win' ? stake : -stake
  if (outcome === 'lose') member.losses += stake
  const bonus = percentOf(outcome === 'win' ? INVITE_SUCCESS : INVITE_FAIL, stake)
  const { inviter } = member
  if (!inviter) return
  inviter.inviteBonus += bonus
  inviter.friends.unshift({ name: member.name, amount: bonus, createdAt: new Date().toISOString() })
}

/** Registers the calls for bonuses, promotions, invite bonuses and the refund of losses. */
export function rewards(api: Api, site: Site) {
  api.member('GET /api/bonus', {}, (member) =>
    BONUSES.map(({ gives: _, banner: name, ...bonus }) => ({
      ...bonus,
      banners: [banner(name, `โบนัส ${bonus.code}`)],
      userBonus: userBonus(member, bonus.code),
    })),
  )
  api.member('GET /api/bonus/activate/:code', { code: text }, (member, { code }) => {
    const bonus = BONUSES.find((each) => each.code === code)
    if (!bonus) throw new Refused('NO_DATA')
    if (receivedNow(member, bonus) >= (bonus.maxReceived ?? 1)) throw new Refused('BONUS_MAX_CLAIMED')
    take(member, code, bonus.type, bonus.gives)
    return userBonus(member, code)
  })
  api.member('GET /api/bonus/check/active', {}, ({ held }) => ({
    status: held !== undefined,
    type: held?.type ?? null,
  }))
  api.member('GET /api/bonus/check/minimum', {}, () => undefined)
  api.member('GET /api/bonus/clear', {}, (member) => {
    if (!member.held) throw new Refused('ไม่มีโบนัสที่ใช้อยู่')
    member.held = undefined
    for (const account of member.games.values()) account.amount = 0
    return { message: 'ยกเลิกโบนัสเรียบร้อยแล้ว' }
  })

  api.member('GET /api/promotion/find/:code', { code: text }, (_, { code }) => {
    const { percentFail, description } = PROMOTION
    return code === PROMOTION.code ? { percentFail, description } : undefined
  })
  api.member('GET /api/promotion/activate/:code', { code: text }, (member, { code }) => {
    if (code !== PROMOTION.code) throw new Refused('NO_PROMOTION')
    if (member.received.has(code)) throw new Refused('PROMOTION_RECEIVED')
    take(member, code, 'promotion', PROMOTION.gives)
  })
  api.member('GET /api/promotion/current', {}, () => undefined)

  api.member('POST /api/invite', page, ({ friends }, at) => ({
    invites: pageOf(friends, at).map(({ name, amount, createdAt }) => ({
      from: { name },
      amount: baht(amount),
      createdAt,
    })),
  }))
  api.member('GET /api/invite/banners', {}, () => site.banners.invite)
  api.member('GET /api/invite/bonus', {}, (member) => {
    if (member.inviteBonus <= 0) throw new Refused('NO_INVITE_BONUS')
    const link = { to: 'invite' as const, description: 'โบนัสแนะนำเพื่อน' }
    book(member, member.inviteBonus, { statementType: 'bonus', status: 'SUCCESS', from: 'INVITE', to: 'WALLET', link })
    member.inviteBonus = 0
  })

  api.member('POST /api/refund', page, ({ refunds }, at) =>
    pageOf(refunds, at).map(({ refundAmount, createdAt }) => ({ refundAmount: baht(refundAmount), createdAt })),
  )
  api.member('GET /api/refund/check', {}, ({ losses, held }) => ({
    result: percentOf(REFUND, losses) > 0,
    bonus: held !== undefined,
    info: '<ul><li>คืนยอดเสีย 5% ทุกวัน</li></ul>',
    refundAmount: baht(percentOf(REFUND, losses)),
    refundSuccess: 0,
    refundFail: REFUND,
  }))
  api.member('GET /api/refund/banners', {}, () => site.banners.refund)
  api.member('GET /api/refund/receive', {}, refund)
  api.member('GET /api/refund/addWallet', {}, refund)
}
