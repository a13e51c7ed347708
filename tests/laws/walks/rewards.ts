import { and, eq, isNotNull } from 'drizzle-orm'
import { coupons as couponRows, spins } from '#server/core/schema/rewards.ts'
import { oneOf } from '../chance.ts'
import { addMoney, done, openGame, simulate, statementOf } from './member.ts'
import { type Member, made, refused, walkOf } from './walk.ts'

/** The code with which the server refuses a reward while another one is active. */
const HELD = 'BONUS_REMAINING'

/** Two bonuses, which may be the same one. The member may have too little money for the second, and the third is gone. */
export const bonus = walkOf({
  call: 'bonus.activate',
  plan: async (member) => {
    const { below } = member
    const isRich = below(2) === 0
    if (isRich) await addMoney(member, 2_000)
    const codes = [below(3), below(5)] as const
    const claim = (which: number) => {
      const after = codes[0] === codes[1] ? 'BONUS_ALREADY_ACTIVE' : HELD
      if (which === 0) return made({ code: 'DAILY' }, 'bonus 20', 20, { after })
      if (which === 1) return made({ code: 'WELCOME' }, 'bonus 100', 100, { after })
      if (which === 2)
        return made({ code: 'WEEKLY' }, 'bonus 150', 150, { alone: isRich ? null : 'BONUS_CONDITION', after })
      if (which === 3) return refused({ code: 'FIRST' }, 'BONUS_FULL', after)
      return refused({ code: 'NONE' }, 'NO_DATA')
    }
    return { changes: [claim(codes[0]), claim(codes[1])], records: () => statementOf(member) }
  },
})

/** The end of a bonus, confirmed twice. The member may have no bonus. */
export const bonusEnd = walkOf({
  call: 'bonus.clear',
  plan: async (member) => {
    const { backend, token, below } = member
    const hasBonus = below(3) > 0
    if (hasBonus) await done(backend.call('bonus.activate', { code: 'DAILY' }, { token }))
    const end = () =>
      hasBonus ? made({}, 'finish_bonus 20', -20, { after: 'BONUS_CONDITION' }) : refused({}, 'BONUS_CONDITION')
    return { changes: [end(), end()], records: () => statementOf(member) }
  },
})

/** Two promotion codes, which may be the same one or unknown. */
export const promotion = walkOf({
  call: 'promotion.activate',
  plan: async (member) => {
    const { below } = member
    const codes = [below(3), below(3)] as const
    const claim = (which: number) => {
      const after = codes[0] === codes[1] ? 'PROMOTION_RECEIVED' : HELD
      if (which === 0) return made({ code: 'KRAPAO100' }, 'bonus 100', 100, { after })
      if (which === 1) return made({ code: 'lucky50' }, 'bonus 50', 50, { after })
      return refused({ code: 'NOTHING' }, 'NO_PROMOTION')
    }
    return { changes: [claim(codes[0]), claim(codes[1])], records: () => statementOf(member) }
  },
})

/** The refund of a lost stake, collected twice. The member may not have played. */
export const refund = walkOf({
  call: 'refund.receive',
  plan: async (member) => {
    const { backend, token, below, username } = member
    const hasPlayed = below(3) > 0
    if (hasPlayed) {
      await addMoney(member, 100)
      await openGame(member, 'pg')
      await done(backend.call('wallet.transferAll', { to: 'pg' }, { token }))
      await simulate(member, '/reward/play', { username, game: 'pg', amount: '100', outcome: 'lose' })
    }
    const collect = () => (hasPlayed ? made({}, 'bonus 5', 5, { after: 'NO_REFUND' }) : refused({}, 'NO_REFUND'))
    return { changes: [collect(), collect()], records: () => statementOf(member) }
  },
})

/** The bonus for an invited friend, collected twice. There may be no friend, or the friend may not have played. */
export const inviteBonus = walkOf({
  call: 'invite.bonus',
  plan: async (member) => {
    const { backend, seed, id, username, below } = member
    const friend = below(4)
    if (friend === 1) await backend.join({ username: `04${String(seed).padStart(8, '0')}`, inviterId: id })
    if (friend > 1) await simulate(member, '/reward/friend', { username, amount: '100', outcome: 'lose' })
    const collect = () => {
      if (friend > 1) return made({}, 'bonus 5', 5, { after: 'INVITE_COLLECT' })
      return refused({}, friend === 1 ? 'NO_INVITEE_PLAY_INFO' : 'NO_INVITE_BONUS')
    }
    return { changes: [collect(), collect()], records: () => statementOf(member) }
  },
})

/** Gives coins to the member. */
const addCoins = (member: Member, coins: number) =>
  simulate(member, '/reward/coins', { username: member.username, coins: String(coins) })

/** Two spins of a member with up to two coins. */
export const spin = walkOf({
  call: 'spin.spin',
  plan: async (member) => {
    const { backend, id, below } = member
    const coins = below(3)
    await addCoins(member, coins)
    const turn = () => made({}, 'spin', 0, { alone: coins > 0 ? null : 'NO_COIN', after: coins > 1 ? null : 'NO_COIN' })
    const rows = () => backend.db.select().from(spins).where(eq(spins.memberId, id))
    return { changes: [turn(), turn()], records: async () => (await rows()).map(() => 'spin') }
  },
})

/** Two coupons, which may be the same one, missing, unknown or without money. */
export const coupons = walkOf({
  call: 'spin.claim',
  plan: async (member) => {
    const { backend, token, id, below } = member
    const won = ['CASH20', oneOf(below, 'CASH20', 'COIN1', 'GIFT')]
    await addCoins(member, won.length)
    backend.fate(...won)
    for (const _ of won) await done(backend.call('spin.spin', {}, { token }))
    const codes = ['CASH20', oneOf(below, 'CASH20', 'COIN1', 'GIFT', 'CASH500', 'NONE')] as const
    const claim = (coupon: string) => {
      const owned = won.filter((code) => code === coupon).length
      if (coupon === 'NONE') return refused({ coupon }, 'INVALID_PRIZE_CODE')
      if (owned === 0) return refused({ coupon }, 'NO_CLAIMABLE_COUPON')
      if (coupon === 'GIFT') return refused({ coupon }, 'INVALID_COUPON_TYPE')
      const isLast = codes[0] === codes[1] && owned < 2
      const gain = coupon === 'CASH20' ? 20 : 0
      return made({ coupon }, coupon, gain, { after: isLast ? 'NO_CLAIMABLE_COUPON' : null })
    }
    const taken = and(eq(couponRows.memberId, id), isNotNull(couponRows.claimedAt))
    const rows = () => backend.db.select().from(couponRows).where(taken)
    return {
      changes: [claim(codes[0]), claim(codes[1])],
      records: async () => (await rows()).map(({ slice }) => slice),
    }
  },
})
