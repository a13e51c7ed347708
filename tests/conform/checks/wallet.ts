import * as v from 'valibot'
import { phoneOf } from '#contract/register.ts'
import { readable } from '#contract/rows.ts'
import { inGames, totalOf, WalletOverview } from '#contract/wallet.ts'
import { check, must, shape, skip } from '../kit.ts'

/** The wallet overview. */
export const walletChecks = [
  shape('wallet.get', {}),
  check('wallet.get', 'the overview is the one of the member who signed in', async (backend) => {
    const { profile } = await backend.ask('wallet.get', {})
    must(phoneOf(profile.username) === phoneOf(backend.subject.member), `the username is ${profile.username}`)
  }),
  check('wallet.get', 'the overview names the member and the bank account', async (backend) => {
    const { profile, bankAccount } = await backend.ask('wallet.get', {})
    const { name, _id, createdAt, username } = profile
    const { bankAccountName, bankAccountNo, bank } = bankAccount
    const texts = { name, _id, createdAt, username, bankAccountName, bankAccountNo, nameTH: bank.nameTH }
    const odd = Object.entries(texts).flatMap(([field, text]) => (typeof text === 'string' ? [] : field))
    must(odd.length === 0, `no text: ${odd.join(', ')}`)
  }),
  check('wallet.get', 'each game account has a code of its own', async (backend) => {
    const codes = (await backend.slots()).map(({ code }) => code)
    must(new Set(codes).size === codes.length, 'a code is repeated')
  }),
  check(
    'wallet.get',
    'a game account that is not open holds no money',
    async (backend) => {
      const closed = (await backend.slots()).find(({ isActive, amount }) => !isActive && amount > 0)
      must(closed === undefined, `${closed?.code} holds ${closed?.amount} satang`)
    },
    { level: 'full' },
  ),
  check(
    'wallet.get',
    'the overview names the code of the member’s bank',
    async (backend) => {
      const { bankAccount } = await backend.ask('wallet.get', {})
      must(typeof bankAccount.bank.code === 'string', 'bankAccount.bank.code is missing')
    },
    { level: 'full' },
  ),
  check(
    'wallet.get',
    'every pending payment can be shown',
    async (backend) => {
      const sent = await backend.ask('wallet.get', {})
      if (sent.underWay === undefined) return skip('the overview does not list pending payments')
      const read = v.parse(WalletOverview, sent).underWay
      must(
        readable(read ?? []).length === sent.underWay.length,
        'underWay is no list, or has a row that cannot be read',
      )
    },
    { level: 'full' },
  ),
  shape('wallet.refresh', {}),
  check('wallet.refresh', 'a refresh of the games keeps the money of the member', async (backend) => {
    const before = v.parse(WalletOverview, await backend.ask('wallet.get', {}))
    await backend.ask('wallet.refresh', {})
    const after = v.parse(WalletOverview, await backend.ask('wallet.get', {}))
    must(after.wallet.amount === before.wallet.amount, 'the main wallet changed')
    must(inGames(after) === inGames(before) && totalOf(after) === totalOf(before), 'the game balances changed')
  }),
]
