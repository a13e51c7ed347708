import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { addMoney, openGame, statementOf } from './member.ts'
import { made, refused, walkOf } from './walk.ts'

/**
 * Two transfers of the demo member, one into a game and one out of it. Each has a one-in-three chance of exceeding the
 * balance. The amounts differ, so the balance shows how often each was made.
 */
export const transfer = walkOf({
  call: 'wallet.transfer',
  as: DEMO.member.username,
  plan: async ({ below }) => {
    const move = (from: string, to: string, amount: number) =>
      below(3) === 0
        ? refused({ from, to, amount: 1_000_000 }, 'MONEY_NOT_ENOUGH')
        : made({ from, to, amount }, null, to === WALLET ? amount : -amount)
    return { changes: [move(WALLET, 'pg', 1.25), move('pg', WALLET, 1)], records: async () => [] }
  },
})

/** Two withdrawals. In half of the walks, the wallet has only enough money for one of them. */
export const withdraw = walkOf({
  call: 'wallet.withdrawAll',
  plan: async (member) => {
    const { below } = member
    const isRich = below(2) === 0
    await addMoney(member, isRich ? 300 : 150)
    const withdrawal = (amount: number) => {
      const what = below(5)
      if (what === 0) return refused({ amount: 99.99 }, 'INVALID_USER_INFO')
      if (what === 1) return refused({ amount: 400 }, 'MONEY_NOT_ENOUGH')
      return made({ amount }, `withdraw ${amount}`, -amount, { after: isRich ? null : 'MONEY_NOT_ENOUGH' })
    }
    return { changes: [withdrawal(100), withdrawal(101)], records: () => statementOf(member) }
  },
})

/** Moves the whole main wallet into one of two games. The member may lack the wallet or an account in the second game. */
export const gameAccount = walkOf({
  call: 'wallet.transferAll',
  plan: async (member) => {
    const { below } = member
    const hasMoney = below(3) > 0
    const hasOther = below(2) === 0
    if (hasMoney) await addMoney(member, 10)
    await openGame(member, 'pg')
    if (hasOther) await openGame(member, 'usun')
    const move = (to: string) =>
      hasMoney ? made({ to }, 'transfer 10', -10, { after: 'MONEY_NOT_ENOUGH' }) : refused({ to }, 'NO_WALLET')
    return {
      changes: [move('pg'), hasMoney && !hasOther ? refused({ to: 'usun' }, 'SLOT_NO_ACCOUNT') : move('usun')],
      records: () => statementOf(member),
    }
  },
})
