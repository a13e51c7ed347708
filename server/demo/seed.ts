import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { negate, sum, toSatang } from '#contract/money.ts'
import type { Db } from '#server/core/db.ts'
import { depositBanks, depositWallets } from '#server/core/schema/deposits.ts'
import { gameLogins, games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import type { Settings } from '#server/core/settings.ts'
import { accountOf, type Owner, openAccounts, post } from '#server/domain/ledger.ts'
import { hashPassword } from '#server/domain/password.ts'
import { unitOf } from '#server/domain/unit.ts'
import { addChat } from './chat.ts'
import { newLogin } from './game-login.ts'
import { addHistory, PUT_ASIDE } from './history.ts'
import { addRewards } from './rewards.ts'
import { addSlips } from './slips.ts'

/** The password of every demo member. */
export const DEMO_PASSWORD = 'demo1234'

/**
 * Demo members by purpose. Amounts are in baht: `games` contains the balance in each active game, and `pending` is the
 * amount being withdrawn.
 */
export const DEMO = {
  member: {
    username: '0812345678',
    name: 'Demo Player',
    bankCode: 'KBANK',
    bankAccountName: 'Demo Player',
    bankAccountNo: '1234567890',
    isActive: true,
    coin: 3,
    wallet: 1500.5,
    pending: PUT_ASIDE,
    games: {
      pg: 820.25,
      betflix: 0,
      joker2: 1260,
      askmebet: 45.75,
      usun: 310,
      circus: 0,
      pgslot: 99.99,
      ufabet: 2400,
      imi: 150,
      livedeal: 500.5,
      huayhd: 120,
    },
  },
  bonus: {
    username: '0898765432',
    name: 'ผู้เล่น ทดลอง',
    bankCode: 'KTB',
    bankAccountName: 'ผู้เล่น ทดลอง',
    bankAccountNo: '9876543210',
    isActive: true,
    coin: 0,
    wallet: 250,
    pending: 0,
    games: { pg: 0 },
  },
  inactive: {
    username: '0900000000',
    name: 'Demo Inactive',
    bankCode: 'SCB',
    bankAccountName: 'Demo Inactive',
    bankAccountNo: '5550001112',
    isActive: false,
    coin: 0,
    wallet: 0,
    pending: 0,
    games: {},
  },
}

type Game = Omit<typeof games.$inferInsert, 'position' | 'logo' | 'background'> & { art: string }
const game = (code: string, name: string, category: string, art: string, ftWalletSlot = 1): Game => ({
  code,
  name,
  category,
  art,
  ftWalletSlot,
})

/**
 * The games in display order: the eleven with auto-login, one that opens with a form, one that opens at its address,
 * one with apps, and one that cannot be opened. Source: R162, D-27.
 */
export const GAMES: readonly Game[] = [
  game('pg', 'Moonreel', 'slot', 'moonreel', 10),
  game('joker2', 'Emberfox', 'slot', 'emberfox'),
  game('areaslot', 'Tidewheel', 'slot', 'tidewheel'),
  game('askmebet', 'Lotus Loop', 'slot', 'lotusloop', 0.5),
  game('slotracha', 'Jade Tiger', 'slot', 'jadetiger', 100),
  game('pgslot', 'Starferry', 'slot', 'starferry'),
  game('circus', 'Pepper Pop', 'slot', 'pepperpop', 10),
  {
    ...game('lanterna', 'Lanterna', 'slot', 'lanterna'),
    android: 'https://play.google.com/store/apps/details?id=example.lanterna',
    ios: 'https://apps.apple.com/app/id0000000000',
  },
  game('ufabet', 'Goalyard', 'sport', 'goalyard'),
  game('imi', 'Courtside', 'sport', 'courtside'),
  game('betflix', 'Night Derby', 'sport', 'nightderby', 10),
  game('usun', 'Velvet Nine', 'casino', 'velvetnine'),
  { ...game('livedeal', 'Ivory Table', 'casino', 'ivorytable'), web: '/sandbox/game/livedeal' },
  game('huayhd', 'Lucky Nine', 'lotto', 'luckynine'),
  game('orbiten', 'Orbiten', 'lotto', 'orbiten', 100),
]

const PAYEE = 'บจก. กระเป๋า เดโม'
const BANKS = [
  { bankCode: 'KBANK', bankType: 'bank', mode: 'AUTO', bankAccountNo: '0123456789' },
  { bankCode: 'SCB', bankType: 'bank', mode: 'SMS', bankAccountNo: '4045556667' },
  { bankCode: 'BBL', bankType: 'PAYMENT', mode: 'AUTO', bankAccountNo: '1987654321' },
] as const
export const SEED_LOCK = 7_200_002
/** The pause before checking again whether another process has finished seeding, in ms. */
const SEED_PAUSE = 200
const SINCE = new Date('2025-01-15T03:30:00Z')

async function addMember(tx: Db, demo: (typeof DEMO)[keyof typeof DEMO], password: string, at: Date) {
  const { wallet, pending, games: inGames, ...member } = demo
  const [added] = await tx
    .insert(members)
    .values({ ...member, isDemo: true, password, createdAt: SINCE, limitsReviewedAt: at })
    .returning({ id: members.id })
  if (!added) throw new Error('no member added')
  const outside = await accountOf(tx, { kind: 'outside' })
  const memberId = added.id
  const owners: [Owner, number][] = [
    [{ kind: 'wallet', memberId }, wallet],
    [{ kind: 'pending', memberId }, pending],
    ...Object.entries(inGames).map(([gameCode, baht]): [Owner, number] => [{ kind: 'game', memberId, gameCode }, baht]),
  ]
  const opened = await openAccounts(
    tx,
    owners.map(([owner]) => owner),
  )
  const gifts = opened.map((account, at) => ({ account, amount: toSatang(owners[at]?.[1] ?? 0) }))
  const given = sum(gifts.map(({ amount }) => amount))
  const postings = [{ account: outside, amount: negate(given) }, ...gifts].filter(({ amount }) => amount !== 0)
  const by = { actor: 'operator', cause: 'seed' }
  const entryId = postings.length > 0 ? await post(tx, { memberId, by, reason: 'seed', at, postings }) : null
  const logins = Object.keys(inGames).map((gameCode) => ({ memberId, gameCode, ...newLogin(gameCode) }))
  if (logins.length > 0) await tx.insert(gameLogins).values(logins)
  return { memberId, entryId }
}

/**
 * Fills an empty database with the demo operator and members, and the folder `uploads` with their images. Does not
 * change any other database. Returns true if it filled the database.
 */
export async function seed(
  db: Db,
  { uploads, isLaos }: Pick<Settings, 'uploads' | 'isLaos'>,
  now = Date.now(),
  password = hashPassword(DEMO_PASSWORD),
): Promise<boolean> {
  const hash = await password
  const seeded = await db.transaction(async (tx) => {
    // Does not wait for the lock, because seeding in another process may take longer than the limit for a silent
    // connection.
    const lock = await tx.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${SEED_LOCK}) as "isOurs"`)
    if (!lock.rows[0]?.isOurs) return null
    if ((await tx.$count(members)) + (await tx.$count(games)) > 0) return false
    await tx.insert(games).values(
      GAMES.map(({ art, ...rest }, position) => ({
        ...rest,
        position,
        background: `/games/${art}.svg`,
        logo: `/games/${art}-logo.svg`,
      })),
    )
    await tx.insert(depositBanks).values(BANKS.map((bank, position) => ({ ...bank, position, bankAccountName: PAYEE })))
    await tx.insert(depositWallets).values([
      { walletAccountName: 'Krapao Demo 1', mode: 'AUTO' },
      { walletAccountName: 'Krapao Demo 2', mode: 'SMS' },
    ])
    const at = new Date(now)
    const { memberId: player, entryId } = await addMember(tx, DEMO.member, hash, at)
    await addHistory(tx, { memberId: player, entryId, payee: DEMO.member, now })
    await addSlips(tx, { memberId: player, entryId, folder: uploads, now })
    await addChat(tx, player, now)
    const { memberId: holder } = await addMember(tx, DEMO.bonus, hash, at)
    await addMember(tx, DEMO.inactive, hash, at)
    await addRewards(tx, { player, holder, password: hash, now, unit: unitOf(isLaos) })
    return true
  })
  if (seeded !== null) return seeded
  await wait(SEED_PAUSE)
  return seed(db, { uploads, isLaos }, now, password)
}
