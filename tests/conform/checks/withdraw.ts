import { type Satang, satang, toBaht, toSatang } from '#contract/money.ts'
import { type Backend, check, must, refusal, skip } from '../kit.ts'
import { withNewRow } from './transfer.ts'

const limits = async (backend: Backend) => {
  const { withdrawMin, withdrawMax } = await backend.ask('lookup.withdraw', {})
  return { least: toSatang(withdrawMin), most: toSatang(withdrawMax) }
}
/** Returns the input for an amount outside the limits. Skips the check if the amount is not positive. */
const outside = (amount: Satang) => (amount > 0 ? { amount: toBaht(amount) } : skip('there is no such amount'))

const CALLS = ['wallet.withdrawAll', 'wallet.withdraw'] as const

/** Withdrawals. They run last, because money that has left the wallet does not return by itself. */
export const withdrawChecks = [
  ...CALLS.flatMap((call) => [
    refusal(call, 'an amount below the least', async (backend) => outside(satang((await limits(backend)).least - 1))),
    refusal(call, 'an amount above the most', async (backend) => outside(satang((await limits(backend)).most + 100))),
    refusal(
      call,
      'a withdrawal of more than the balance',
      async (backend) => {
        const { least, most } = await limits(backend)
        const amount = Math.max(least, (await backend.money()).wallet + 100)
        return amount > most
          ? skip('the main wallet holds more than the most of a withdrawal')
          : outside(satang(amount))
      },
      ['MONEY_NOT_ENOUGH'],
    ),
    refusal(call, 'a withdrawal of a negative amount', { amount: -100 }),
    check(
      call,
      'a withdrawal leaves the main wallet once, and the statement shows it',
      async (backend) => {
        const { least } = await limits(backend)
        const before = await backend.money()
        if (before.wallet < least) skip('the main wallet holds less than the least withdrawal')
        if ((await backend.ask('bonus.active', {})).status) skip('a bonus is in effect')
        await withNewRow(backend, 'withdraw', least, async () => {
          await backend.ask(call, { amount: toBaht(least) })
        })
        const after = await backend.money()
        must(before.wallet - after.wallet === least, `the main wallet gave ${before.wallet - after.wallet} satang`)
        must(before.total - after.total === least, 'the game balances changed')
      },
      { money: true },
    ),
  ]),
  refusal('wallet.add', 'an addition of nothing', { amount: 0 }),
]
