import { type Satang, satang, toBaht, toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Backend, brief, check, type Money, must, refusal, skip } from '../kit.ts'

const BAHT: Satang = satang(100)

/** Returns the open game with the highest balance. Skips the check if no game is open. */
export async function gameOf(backend: Backend): Promise<string> {
  const open = (await backend.slots()).filter(({ isActive }) => isActive)
  const [game] = open.sort((one, other) => other.amount - one.amount)
  return game?.code ?? skip('the member has no open game account')
}

/**
 * Returns a game for transfers in both directions. Skips the check if the main wallet has less than `least`, or if a
 * bonus is in effect.
 */
export async function readyToMove(backend: Backend, least: Satang = BAHT) {
  const before = await backend.money()
  if (before.wallet < least) skip(`the main wallet holds less than ${toBaht(least)} baht`)
  if ((await backend.ask('bonus.active', {})).status) skip('a bonus is in effect, which holds money in the games')
  return { game: await gameOf(backend), before }
}

const inGame = ({ games }: Money, game: string) => games.get(game) ?? 0

/** Checks that exactly `amount` has moved into `game` and that nothing else has changed. */
export function mustHaveMoved(before: Money, after: Money, game: string, amount: Satang) {
  const given = before.wallet - after.wallet
  const taken = inGame(after, game) - inGame(before, game)
  must(given === amount, `the main wallet gave ${given} satang instead of ${amount}`)
  must(taken === amount, `${game} received ${taken} satang instead of ${amount}`)
  must(after.total === before.total, `the money of the member changed by ${after.total - before.total} satang`)
}

type Row = { statementType?: unknown; amount?: unknown }

async function totalRows(backend: Backend): Promise<number> {
  const { total } = await backend.ask('statement.list', { page: 1, limit: 1 })
  must(typeof total === 'number', `the total of the statement is ${brief(total)}`)
  return total
}

/** Returns the first and the last row, because a statement may list its newest row at either end. */
async function newestRows(backend: Backend, total: number): Promise<Row[]> {
  const [first] = (await backend.ask('statement.list', { page: 1, limit: 1 })).statements
  const [last] = (await backend.ask('statement.list', { page: Math.max(1, total), limit: 1 })).statements
  return [first, last].filter((row) => row !== undefined)
}

/** Runs `act` and checks that it adds one statement row, with this type and amount. */
export async function withNewRow(backend: Backend, type: string, amount: Satang, act: () => Promise<void>) {
  const before = await totalRows(backend)
  await act()
  const total = await totalRows(backend)
  must(total === before + 1, `the statement has ${total - before} new rows instead of 1`)
  const isIt = (row: Row) => row.statementType === type && toSatang(Number(row.amount)) === amount
  const isThere = (await newestRows(backend, total)).some(isIt)
  must(isThere, `the newest row is not one of type ${type} with ${toBaht(amount)} baht`)
}

const toGame = async (backend: Backend, amount: number) => ({ from: WALLET, to: await gameOf(backend), amount })

/** Moving money between the main wallet and the games. */
export const transferChecks = [
  refusal(
    'wallet.transfer',
    'a transfer of more than the balance',
    async (backend) => {
      const { wallet } = await backend.money()
      return toGame(backend, toBaht(wallet) + 1)
    },
    ['MONEY_NOT_ENOUGH'],
  ),
  refusal(
    'wallet.transfer',
    'a transfer of more than a game holds',
    async (backend) => {
      if ((await backend.ask('bonus.active', {})).status) skip('a bonus is in effect')
      const game = await gameOf(backend)
      return { from: game, to: WALLET, amount: toBaht(satang(inGame(await backend.money(), game))) + 1 }
    },
    ['MONEY_NOT_ENOUGH'],
  ),
  refusal('wallet.transfer', 'a transfer of 0 baht', (backend) => toGame(backend, 0)),
  refusal('wallet.transfer', 'a transfer of a negative amount', (backend) => toGame(backend, -1)),
  refusal('wallet.transfer', 'a transfer to an unknown game', { from: WALLET, to: 'no-such-game', amount: 1 }, [
    'NO_GAME',
  ]),
  refusal('wallet.transfer', 'a transfer from a place to itself', { from: WALLET, to: WALLET, amount: 1 }, [
    'TRANSFER_MINIMUM',
  ]),
  refusal('wallet.transfer', 'a transfer with a part of a satang', (backend) => toGame(backend, 1.001), ['NO_DATA'], {
    level: 'full',
  }),
  refusal('wallet.transferAll', 'a transfer of everything to an unknown game', { to: 'no-such-game' }, ['NO_GAME']),
  check('wallet.transfer', 'refused transfers change nothing', async (backend) => {
    const before = await backend.money()
    const total = await totalRows(backend)
    await backend.send('wallet.transfer', await toGame(backend, toBaht(before.wallet) + 1))
    await backend.send('wallet.transfer', { from: WALLET, to: 'no-such-game', amount: 1 })
    const after = await backend.money()
    must(after.wallet === before.wallet && after.total === before.total, 'the money changed')
    const rows = (await totalRows(backend)) - total
    must(rows === 0 || backend.subject.level === 'plain', `the statement has ${rows} new rows`)
  }),
  check(
    'wallet.transfer',
    'a transfer moves its amount once, there and back',
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      await backend.ask('wallet.transfer', { from: WALLET, to: game, amount: 1 })
      mustHaveMoved(before, await backend.money(), game, BAHT)
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1 })
      mustHaveMoved(before, await backend.money(), game, satang(0))
    },
    { money: true },
  ),
  check(
    'wallet.transfer',
    'two decimals of an amount are moved exactly',
    async (backend) => {
      const { game, before } = await readyToMove(backend, satang(129))
      await backend.ask('wallet.transfer', { from: WALLET, to: game, amount: 1.29 })
      mustHaveMoved(before, await backend.money(), game, satang(129))
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1.29 })
    },
    { money: true },
  ),
  check(
    'statement.list',
    'the statement has one row of each transfer, with its amount',
    async (backend) => {
      const { game } = await readyToMove(backend)
      await withNewRow(backend, 'transfer', BAHT, async () => {
        await backend.ask('wallet.transfer', { from: WALLET, to: game, amount: 1 })
      })
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: 1 })
    },
    { money: true },
  ),
  check(
    'wallet.transferAll',
    'everything in the main wallet is moved into the game',
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      const { amount } = { amount: undefined, ...(await backend.ask('wallet.transferAll', { to: game })) }
      mustHaveMoved(before, await backend.money(), game, before.wallet)
      const isTold = amount === undefined ? !backend.isFull : toSatang(amount) === before.wallet
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: toBaht(before.wallet) })
      must(isTold, `the reply says ${amount}, but ${toBaht(before.wallet)} baht were moved`)
    },
    { money: true },
  ),
  check(
    'wallet.transfer',
    'of two transfers of everything at once, one is refused',
    async (backend) => {
      const { game, before } = await readyToMove(backend)
      const all = { from: WALLET, to: game, amount: toBaht(before.wallet) }
      const replies = await Promise.all([1, 2].map(() => backend.send('wallet.transfer', all)))
      const done = replies.filter(({ status }) => status < 300).length
      const after = await backend.money()
      must(done === 1, `${done} of the two succeeded`)
      mustHaveMoved(before, after, game, before.wallet)
      await backend.ask('wallet.transfer', { from: game, to: WALLET, amount: toBaht(before.wallet) })
    },
    { money: true },
  ),
]
