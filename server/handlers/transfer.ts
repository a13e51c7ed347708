import { type Satang, toBaht } from '#contract/money.ts'
import { TRANSFER_LEAST, type transferCalls, WALLET } from '#contract/transfer.ts'
import type { Handlers, Tools } from '../call.ts'
import { gameAccountOf, isMovedIn } from '../game-account.ts'
import { accountOf, findAccount, lockAccounts, post } from '../ledger.ts'
import { Refusal } from '../refusal.ts'
import { record } from '../statement.ts'
import { heldBy } from '../turnover.ts'

/** A place that holds a member's money; `gameCode` is null for the main wallet, `name` is what the statement shows. */
type Place = { account: number; name: string; gameCode: string | null }

const walletPlace = (account: number): Place => ({ account, name: WALLET, gameCode: null })

/** Refuses with NO_WALLET, NO_GAME, or SLOT_NO_ACCOUNT for a game that the member has no account in. */
async function placeOf(tools: Tools, code: string): Promise<Place> {
  const { db, owner } = tools
  if (code === WALLET) {
    const account = await findAccount(db, { kind: 'wallet', memberId: owner })
    if (account === null) throw new Refusal('NO_WALLET', 404)
    return walletPlace(account)
  }
  return { ...(await gameAccountOf(tools, code)), gameCode: code }
}

/**
 * Has the games move the money and gives the place where it is then: the target; when a game refused, the source; or
 * when one game has given it and the other does not take it, the wallet.
 */
async function throughGames(
  tools: Tools,
  { source, target, wallet, amount }: { source: Place; target: Place; wallet: Place; amount: Satang },
): Promise<Place> {
  const isMoved = async ({ gameCode }: Place, change: Satang) => gameCode === null || isMovedIn(tools, gameCode, change)
  if (!(await isMoved(source, -amount))) return source
  if (await isMoved(target, amount)) return target
  return source.gameCode === null ? source : wallet
}

/** The code that says where the money is after a failed move: back in the main wallet, or still in the game. */
const failureFrom = (name: string) => (name === WALLET ? 'TRANSFER_FAIL' : 'TRANSFER_REFUSED')

/** What is asked for; without an amount all that there is. */
type Move = { from: string; to: string; amount?: Satang }

/**
 * Moves money and gives how much. The games are asked when all accounts are locked and the money is known to be there, so
 * that no other transaction breaks off what follows; the ledger is written by what they did. A refusal of a game commits,
 * so that the statement shows the failed transfer. Refuses with BONUS_REMAINING what would leave a game before the turnover
 * of a bonus is reached. Source: R478, D-16.
 */
async function move(tools: Tools, { from, to, amount: wanted }: Move): Promise<Satang> {
  const { db, owner, now } = tools
  if (from === to || (wanted !== undefined && wanted < TRANSFER_LEAST)) throw new Refusal('TRANSFER_MINIMUM')
  const source = await placeOf(tools, from)
  const target = await placeOf(tools, to)
  const wallet =
    [source, target].find(({ gameCode }) => gameCode === null) ??
    walletPlace(await accountOf(db, { kind: 'wallet', memberId: owner }))
  const held = await lockAccounts(db, [source.account, target.account, wallet.account])
  const there = held.get(source.account) ?? 0
  if (source.gameCode !== null && ((await heldBy(db, owner))?.remaining ?? 0) > 0)
    throw new Refusal('BONUS_REMAINING', 409)
  const amount = wanted ?? there
  if (amount === 0 || amount > there) throw new Refusal('MONEY_NOT_ENOUGH')
  const place = await throughGames(tools, { source, target, wallet, amount })
  const at = new Date(now())
  const row = { memberId: owner, type: 'transfer', from: source.name, amount, createdAt: at } as const
  if (place !== source) {
    const postings = [
      { account: source.account, amount: -amount },
      { account: place.account, amount },
    ]
    await post(db, { reason: 'transfer', at, postings })
    await record(db, { ...row, to: place.name, status: 'SUCCESS' })
  }
  if (place === target) return amount
  await record(db, { ...row, from: place.name, to: target.name, status: 'FAILED' })
  throw new Refusal(failureFrom(place.name), 400, { commits: true })
}

/** Moving money between the main wallet and the games. Source: R112, R266, R277, R332–R333, R478. */
export const transferHandlers: Pick<Handlers, keyof typeof transferCalls> = {
  'wallet.transfer': async (input, tools) => {
    await move(tools, input)
    return {}
  },
  /** However little there is: the least of R266 is for what a player types. */
  'wallet.transferAll': async ({ to }, tools) => ({ amount: toBaht(await move(tools, { from: WALLET, to })) }),
}
