import { desc, eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { negate, type Satang } from '#contract/money.ts'
import { promotionCode } from '#contract/promotion.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { newId } from '#server/core/schema/columns.ts'
import { gameLogins, games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { promotions, withdrawnPrizes } from '#server/core/schema/rewards.ts'
import { accountOf, post } from '#server/domain/ledger.ts'
import { hashPassword } from '#server/domain/password.ts'
import { credit } from '#server/domain/payment.ts'
import { play } from '#server/domain/play.ts'
import { record } from '#server/domain/statement.ts'
import { PRIZES } from '#server/domain/wheel.ts'
import { newLogin } from '../game-login.ts'
import { addFriends } from '../rewards.ts'
import { DEMO_PASSWORD } from '../seed.ts'
import { BahtText, formsAt, YesNo } from './form.ts'
import { rewardPart } from './rewards-page.ts'

const SHOWN = 20
const word = v.pipe(v.string(), v.maxLength(64))
const whole = (most: number) => v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number), v.maxValue(most))
const outcome = v.picklist(['win', 'lose'])

const Coins = v.object({ username: word, coins: whole(1000) })
const Play = v.object({ username: word, game: word, amount: BahtText, outcome })
const Friend = v.object({ username: word, amount: BahtText, outcome })
const Promotion = v.object({
  code: v.pipe(word, v.transform(promotionCode), v.minLength(1)),
  amount: BahtText,
  percentFail: whole(100),
})
/** The prizes that the operator can withdraw. */
const OFFERED = PRIZES.filter(({ kind }) => kind !== 'none')
const Prize = v.object({ name: v.picklist(OFFERED.map(({ code }) => code)), isOn: YesNo })

/** The actor and the cause that the audit log shows for the sandbox. */
const BY = { actor: 'operator', cause: 'sandbox' }
/** The game that invited friends play. */
const GAME = { code: 'pg', name: 'Moonreel' }

/** Makes an invited friend deposit, move everything into a game, and play it immediately. */
async function depositAndPlay(tx: Db, memberId: string, amount: Satang, isWon: boolean, at: Date) {
  await credit(tx, { memberId, by: BY, from: 'SANDBOX', reference: newId(), amount }, at)
  const wallet = await accountOf(tx, { kind: 'wallet', memberId })
  const game = await accountOf(tx, { kind: 'game', memberId, gameCode: GAME.code })
  await tx.insert(gameLogins).values({ memberId, gameCode: GAME.code, ...newLogin(GAME.code) })
  const postings = [
    { account: wallet, amount: negate(amount) },
    { account: game, amount },
  ]
  const entryId = await post(tx, { memberId, by: BY, reason: 'transfer', at, postings })
  const row = { type: 'transfer', status: 'SUCCESS', from: WALLET, to: GAME.name } as const
  await record(tx, { ...row, memberId, amount, createdAt: at, entryId })
  await play(tx, { memberId, gameCode: GAME.code, stake: amount, isWon }, at)
}

/** Simulates the sources of rewards: coins, plays, friends, promotion codes and prizes. */
export function createRewards({ database, now }: { database: () => Db; now: () => number }) {
  const pages = new Hono()
  const form = formsAt(pages)
  /** Returns the id of the member `username`. Throws NO_DATA if there is no such member. */
  async function idOf(username: string): Promise<string> {
    const [member] = await database().select({ id: members.id }).from(members).where(eq(members.username, username))
    if (!member) throw new ApiError('NO_DATA', 404)
    return member.id
  }

  form('/coins', Coins, async ({ username, coins }) =>
    database()
      .update(members)
      .set({ coin: sql`${members.coin} + ${coins}` })
      .where(eq(members.id, await idOf(username))),
  )
  form('/play', Play, async ({ username, game, amount, outcome }) => {
    const stake = { memberId: await idOf(username), gameCode: game, stake: amount, isWon: outcome === 'win' }
    await database().transaction((tx) => play(tx, stake, new Date(now())))
  })
  form('/friend', Friend, async ({ username, amount, outcome }) => {
    const inviterId = await idOf(username)
    const password = await hashPassword(DEMO_PASSWORD)
    const at = new Date(now())
    await database().transaction(async (tx) => {
      const [memberId = ''] = await addFriends(tx, { inviterId, password, times: [at] })
      await depositAndPlay(tx, memberId, amount, outcome === 'win', at)
    })
  })
  form('/promotion', Promotion, async ({ code, ...promotion }) => {
    const description = { th: code, la: code, en: code }
    const added = await database()
      .insert(promotions)
      .values({ ...promotion, code, description })
      .onConflictDoNothing()
      .returning()
    if (added.length === 0) throw new ApiError('NO_DATA', 409)
  })
  form('/prize', Prize, async ({ name: slice, isOn }) => {
    if (isOn) await database().delete(withdrawnPrizes).where(eq(withdrawnPrizes.slice, slice))
    else await database().insert(withdrawnPrizes).values({ slice }).onConflictDoNothing()
  })

  /** Returns the rewards section of the sandbox page. */
  async function section() {
    const db = database()
    const { name, username } = members
    const newest = await db.select({ name, username }).from(members).orderBy(desc(members.createdAt)).limit(SHOWN)
    const withdrawn = (await db.select().from(withdrawnPrizes)).map(({ slice }) => slice)
    const codes = (await db.select({ code: promotions.code }).from(promotions)).map(({ code }) => code)
    const prizes = OFFERED.map(({ code, label }) => ({ code, label: label.en, isOn: !withdrawn.includes(code) }))
    return rewardPart({ members: newest, games: await db.select().from(games).orderBy(games.position), codes, prizes })
  }
  return { pages, section }
}
