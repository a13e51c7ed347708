import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { negate, satang, sum } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Db, schema } from '#server/core/db.ts'
import { readSettings } from '#server/core/settings.ts'
import { accountOf, type Owner, openAccounts, post } from '#server/domain/ledger.ts'
import { openSession } from '#server/domain/session.ts'
import { payeeName } from '#server/domain/withdrawal.ts'
import { GIFT_WALLET, giftLink, sealedGift } from './money-in.ts'
import type { Backend, Reply } from './server.ts'

/**
 * A member's bonus at the start: no bonus, a bonus whose turnover is not reached yet, or a bonus whose turnover is
 * reached.
 */
export const HELD = ['nothing', 'a bonus', 'a played bonus'] as const
type Held = (typeof HELD)[number]
/** A member with the ids of the member's data. */
export type Player = { id: string; username: string; held: Held; token: string; qr: string; withdrawal: string }

/** The balances in the main wallet, in two games and at the bank, in satang. */
const MONEY = [20_000, 15_000, 8_000, 10_000].map(satang)
const GAMES = ['pg', 'joker2']

/**
 * Adds a member for each entry of `held`. Apart from the bonus, all members have the same data: money, stakes to
 * refund, shares to collect, a coin, coupons, an open code and a pending withdrawal.
 */
export async function addPlayers(db: Db, held: readonly Held[]): Promise<Player[]> {
  const at = new Date()
  const soon = new Date(Date.now() + 60 * 60_000)
  const players = held.map((each, n) => {
    const number = String(n).padStart(4, '0')
    const [id, username] = [`player-${number}`, `07${number}0000`]
    return { id, username, held: each, token: '', qr: `qr-${number}-0000`, withdrawal: `wd-${number}-0000` }
  })
  const each = <T>(row: (memberId: string, player: Player) => T) => players.map((player) => row(player.id, player))
  const payee = { bankCode: 'SCB', bankAccountName: 'Player' }
  const blank = { ...payee, name: 'Player', password: '', coin: 1, createdAt: at }
  const friendOf = (id: string) => `${id}-friend`
  await db
    .insert(schema.members)
    .values(each((id, { username }) => ({ ...blank, id, username, bankAccountNo: username })))
  await db.insert(schema.members).values(
    each((inviterId, { username }) => {
      const phone = `06${username.slice(2)}`
      return { ...blank, id: friendOf(inviterId), username: phone, bankAccountNo: phone, inviterId }
    }),
  )
  const accounts = await openAccounts(
    db,
    each((memberId): Owner[] => [
      { kind: 'wallet', memberId },
      ...GAMES.map((gameCode) => ({ kind: 'game', memberId, gameCode }) as const),
      { kind: 'pending', memberId },
    ]).flat(),
  )
  const outside = await accountOf(db, { kind: 'outside' })
  const lines = accounts.map((account, n) => ({ account, amount: MONEY[n % MONEY.length] ?? satang(0) }))
  const given = sum(lines.map(({ amount }) => amount))
  const entryId = await post(db, {
    memberId: null,
    by: { actor: 'operator', cause: 'test' },
    reason: 'seed',
    at,
    postings: [{ account: outside, amount: negate(given) }, ...lines],
  })
  for (const gameCode of GAMES)
    await db
      .insert(schema.gameLogins)
      .values(each((memberId) => ({ memberId, gameCode, username: memberId, password: '' })))
  await db.insert(schema.statementCounts).values(each((memberId) => ({ memberId, count: 1 })))
  const pending = { no: 1, type: 'withdraw', status: 'PENDING', from: WALLET, createdAt: at, entryId } as const
  await db.insert(schema.statements).values(
    each((memberId, { username }) => {
      const to = payeeName({ ...payee, bankAccountNo: username })
      return { ...pending, memberId, to, amount: MONEY.at(-1) ?? satang(0) }
    }),
  )
  await db.insert(schema.withdrawals).values(
    each((memberId, { username, withdrawal }) => ({
      ...{ ...payee, memberId, no: 1, status: 'PENDING' as const, id: withdrawal, bankAccountNo: username },
    })),
  )
  const code = {
    provider: 'WW',
    amount: satang(5_000),
    payload: '',
    status: 'open',
    createdAt: at,
    expireAt: soon,
  } as const
  await db.insert(schema.qrcodes).values(each((memberId, { qr }) => ({ ...code, memberId, id: qr })))
  const stake = { gameCode: 'pg', stake: satang(40_000), isWon: false, at }
  await db.insert(schema.plays).values(each((memberId) => ({ ...stake, memberId })))
  const played = await db
    .insert(schema.plays)
    .values(each((id) => ({ ...stake, memberId: friendOf(id) })))
    .returning({ playId: schema.plays.id })
  await db.insert(schema.inviteShares).values(
    played.map(({ playId }, n) => ({
      ...{ playId, inviterId: players[n]?.id ?? '', inviteeId: friendOf(players[n]?.id ?? ''), amount: satang(2_000) },
    })),
  )
  for (const slice of ['CASH5', 'COIN1'])
    await db.insert(schema.coupons).values(each((memberId) => ({ memberId, slice, wonAt: at, expiresAt: soon })))
  const welcome = { bonusCode: 'WELCOME', isActive: true, amount: satang(10_000) }
  await db.insert(schema.userBonuses).values(
    players
      .filter((player) => player.held !== 'nothing')
      .map((player) => ({
        ...welcome,
        memberId: player.id,
        remaining: player.held === 'a bonus' ? satang(10_000) : satang(0),
      })),
  )
  const tokens = players.map((player) =>
    openSession(db, player.id, true, { now: Date.now, settings: readSettings({}) }),
  )
  return Promise.all(players.map(async (player, n) => ({ ...player, token: (await tokens[n]) ?? '' })))
}

/** Operations that move a member's money or claim a reward, started by the member, the bank or a game. */
export function changesOf(backend: Backend) {
  const call =
    (...[name, input]: Parameters<Backend['call']>) =>
    ({ token }: Player) =>
      backend.call(name, input, { token })
  const form = (reply: Promise<Response> | Response) =>
    Promise.resolve(reply).then(({ status }) => ({ status, body: {} }))
  return {
    'transfer to a game': call('wallet.transfer', { from: WALLET, to: 'pg', amount: 120 }),
    'transfer from a game': call('wallet.transfer', { from: 'pg', to: WALLET, amount: 100 }),
    'transfer all': call('wallet.transferAll', { to: 'joker2' }),
    withdraw: call('wallet.withdrawAll', { amount: 150 }),
    refund: call('refund.receive', {}),
    'invite bonus': call('invite.bonus', {}),
    'take a bonus': call('bonus.activate', { code: 'DAILY' }),
    'end the bonus': call('bonus.clear', {}),
    'use a promotion code': call('promotion.activate', { code: 'KRAPAO100' }),
    spin: call('spin.spin', {}),
    'claim cash': call('spin.claim', { coupon: 'CASH5' }),
    'claim a coin': call('spin.claim', { coupon: 'COIN1' }),
    'new code': call('qr.create', { provider: 'FP', amount: 60 }),
    'send a gift link': (player: Player) =>
      backend.call('wallet.truelink', { link: sealedGift(giftLink(`${player.id}-35`), GIFT_WALLET) }, player),
    'cancel the code': (player: Player) => backend.call('qr.remove', { provider: 'WW', qrcodeId: player.qr }, player),
    'pay the code': ({ qr }: Player) => form(backend.pay(qr)),
    'bank rejects': ({ withdrawal }: Player) => form(backend.settle(withdrawal, false)),
    'lose a stake': ({ username }: Player) => form(backend.stake('lose', 90, { username })),
  } satisfies Record<string, (player: Player) => Promise<Reply>>
}
export type Change = keyof ReturnType<typeof changesOf>

/**
 * Columns that differ even between members with the same operations: ids, names, references and row numbers. Row
 * numbers differ because a statement row is numbered when its operation is booked, and either of two concurrent
 * operations may be booked first.
 */
const OWN =
  /^(id|no|memberId|inviterId|inviteeId|playId|username|password|bankAccountNo|hash|payload|token|subject|steps|reply|actor|cause|entryId|endEntryId|requestId|reference)$/

/** Each member's data as text, by member id. Equal texts mean the same money, rewards and statement. */
export async function statesOf(db: Db): Promise<Map<string, string>> {
  const states = new Map<string, string[]>()
  for (const table of Object.values(schema).filter((part) => is(part, PgTable)) as PgTable[]) {
    if (['tokens', 'requests'].includes(getTableName(table))) continue
    for (const row of await db.select().from(table)) {
      const { memberId, inviterId, id } = row as Record<string, unknown>
      const owner = String(memberId ?? inviterId ?? (table === schema.members && id))
      const shown = Object.entries(row).filter(([name]) => !OWN.test(name))
      const line = JSON.stringify(shown.map(([name, value]) => [name, value instanceof Date ? 'at' : value]))
      states.set(owner, [...(states.get(owner) ?? []), `${getTableName(table)} ${line}`])
    }
  }
  return new Map([...states].map(([owner, lines]) => [owner, lines.sort().join('\n')]))
}
