import { eq } from 'drizzle-orm'
import { periodOf } from '#contract/bonus.ts'
import { toSatang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import {
  bonuses,
  bonusReceipts,
  coupons,
  inviteShares,
  plays,
  promotions,
  refunds,
  userBonuses,
  type Words,
} from '#server/core/schema/rewards.ts'
import { INVITE_PERCENTS, rewardOf, stakesOf } from '#server/domain/reward.ts'
import { COUPON_TIME } from '#server/domain/wheel.ts'
import { HISTORY } from './history.ts'
import { addDemoMembers } from './members.ts'

const HOUR = 60 * 60_000
const money = (amount: number, unit: Words): Words => {
  const number = amount.toLocaleString('en-US')
  return { th: `${number}\u00A0${unit.th}`, la: `${number}\u00A0${unit.la}`, en: `${number}\u00A0${unit.en}` }
}

type Offer = Omit<typeof bonuses.$inferInsert, 'position' | 'amount' | 'description'> & {
  amount: number
  least?: number
}
/** The demo operator's bonuses, with amounts in baht: one of each type, and one whose quota is used up. Source: R172. */
const OFFERS: readonly Offer[] = [
  {
    code: 'WELCOME',
    type: 'limit',
    maxReceived: 1,
    percentFail: 10,
    amount: 100,
    image: '/banners/welcome.svg',
    name: { th: 'โบนัสสมาชิกใหม่', la: 'ໂບນັດສະມາຊິກໃໝ່', en: 'Welcome bonus' },
  },
  {
    code: 'DAILY',
    type: 'day',
    maxReceived: 1,
    percentFail: 50,
    amount: 20,
    image: '/banners/daily.svg',
    name: { th: 'โบนัสประจำวัน', la: 'ໂບນັດປະຈຳວັນ', en: 'Daily bonus' },
  },
  {
    code: 'WEEKLY',
    type: 'week',
    maxReceived: 2,
    percentFail: 20,
    amount: 150,
    least: 2000,
    image: '/banners/weekly.svg',
    name: { th: 'โบนัสประจำสัปดาห์', la: 'ໂບນັດປະຈຳອາທິດ', en: 'Weekly bonus' },
  },
  {
    code: 'FIRST',
    type: 'limit',
    maxReceived: 1,
    percentFail: 0,
    amount: 500,
    quota: 1,
    taken: 1,
    image: '/banners/first.svg',
    name: { th: 'โบนัสคนแรก', la: 'ໂບນັດຄົນທຳອິດ', en: 'First-come bonus' },
  },
]
/** Returns the description of a bonus, with its amount, turnover and minimum balance. */
const about = (unit: Words, amount: number, least = 0): Words => {
  const [gift, floor] = [money(amount, unit), money(least, unit)]
  return {
    th: `รับ ${gift.th} เข้ากระเป๋าหลัก ทำยอดเทิร์น ${gift.th}${least ? ` กระเป๋าหลักต้องมี ${floor.th}\u00a0ขึ้นไป` : ''}`,
    la: `ຮັບ ${gift.la} ເຂົ້າກະເປົາຫຼັກ ເຮັດຍອດເທີນ ${gift.la}${least ? ` ກະເປົາຫຼັກຕ້ອງມີ ${floor.la}\u00a0ຂຶ້ນໄປ` : ''}`,
    en: `${gift.en} for your main wallet. Turnover to reach: ${gift.en}.${least ? ` Your main wallet must hold ${floor.en} or more.` : ''}`,
  }
}

const CODES = [
  { code: 'KRAPAO100', amount: 100, percentFail: 20 },
  { code: 'LUCKY50', amount: 50, percentFail: 50 },
]

type Friends = { inviterId: string; password: string; times: readonly Date[] }
/** Adds invited members who joined at `times`, and returns their ids. */
export async function addFriends(tx: Db, { inviterId, password, times }: Friends): Promise<string[]> {
  const before = await tx.$count(members, eq(members.inviterId, inviterId))
  const friends = times.map((createdAt, at) => {
    const name = `Demo Friend ${before + at + 1}`
    return { name, password, createdAt, sourceCode: 'friend', inviterId }
  })
  return (await addDemoMembers(tx, friends)).map(({ id }) => id)
}

/**
 * A past stake of the demo member or a friend, in baht, made `hours` ago. `isOver` means that its reward has already
 * been collected.
 */
type Past = { hours: number; baht: number; isWon: boolean; isOver?: true }
const OWN: readonly Past[] = [
  { hours: 98, baht: 1500, isWon: false, isOver: true },
  { hours: 97, baht: 50, isWon: true, isOver: true },
  { hours: 20, baht: 1200, isWon: false },
  { hours: 19, baht: 300, isWon: true },
]
const FRIENDS: readonly (readonly Past[])[] = [
  [{ hours: 130, baht: 1000, isWon: false, isOver: true }],
  [{ hours: 9, baht: 2000, isWon: false }],
  [{ hours: 8, baht: 2500, isWon: true }],
  ...Array.from({ length: 9 }, () => []),
]
const COUPONS = ['CASH20', 'CASH20', 'CASH5', 'COIN1', 'GIFT']

async function addPlays(tx: Db, memberId: string, past: readonly Past[], now: number) {
  const rows = past.map(({ hours, baht, isWon, isOver }) => {
    const at = now - hours * HOUR
    const refundedIn = isOver ? periodOf('day', at) : null
    return { memberId, gameCode: 'pg', stake: toSatang(baht), isWon, at: new Date(at), refundedIn }
  })
  return rows.length > 0 ? tx.insert(plays).values(rows).returning() : []
}

/**
 * Inserts the rewards of two members: `player` gets some of each kind, and `holder` a bonus whose turnover is reached.
 */
export async function addRewards(
  tx: Db,
  {
    player,
    holder,
    password,
    now,
    unit,
  }: { player: string; holder: string; password: string; now: number; unit: Words },
) {
  await tx.insert(bonuses).values(
    OFFERS.map(({ amount, least = 0, ...offer }, position) => ({
      ...offer,
      position,
      amount: toSatang(amount),
      leastBalance: toSatang(least),
      description: about(unit, amount, least),
    })),
  )
  await tx.insert(promotions).values(
    CODES.map(({ amount, ...promotion }) => ({
      ...promotion,
      amount: toSatang(amount),
      description: about(unit, amount),
    })),
  )
  const taken = (memberId: string, bonusCode: string, isActive: boolean) => ({ memberId, bonusCode, isActive })
  const all = [taken(player, 'WELCOME', false), taken(holder, 'FIRST', false), taken(holder, 'WELCOME', true)]
  await tx.insert(userBonuses).values(all)
  const at = (hours: number) => new Date(now - hours * HOUR)
  await tx
    .insert(bonusReceipts)
    .values(all.map(({ memberId, bonusCode }) => ({ memberId, bonusCode, period: 0, number: 1, at: at(409) })))

  await addPlays(tx, player, OWN, now)
  const [refund] = HISTORY.filter(({ link }) => link === 'refund')
  if (refund) {
    const given = at(refund.hours)
    const row = { memberId: player, period: periodOf('day', given.getTime()), amount: toSatang(refund.baht), at: given }
    await tx.insert(refunds).values(row)
  }
  const friends = await addFriends(tx, { inviterId: player, password, times: FRIENDS.map((_, n) => at(200 - 10 * n)) })
  for (const [place, inviteeId] of friends.entries()) {
    const played = await addPlays(tx, inviteeId, FRIENDS[place] ?? [], now)
    const shares = played.map(({ id, stake, isWon, refundedIn }) => ({
      playId: id,
      inviterId: player,
      inviteeId,
      amount: rewardOf(stakesOf({ stake, isWon }), INVITE_PERCENTS),
      collectedAt: refundedIn === null ? null : at(121),
    }))
    if (shares.length > 0) await tx.insert(inviteShares).values(shares)
  }
  await tx.insert(coupons).values(
    COUPONS.map((slice, place) => {
      const wonAt = now - (10 + place) * HOUR
      return { memberId: player, slice, wonAt: new Date(wonAt), expiresAt: new Date(wonAt + COUPON_TIME) }
    }),
  )
}
