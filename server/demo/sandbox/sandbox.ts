import { and, asc, desc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import { ApiError } from '#server/core/api-error.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { newId } from '#server/core/schema/columns.ts'
import { qrcodes } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { statements, withdrawals } from '#server/core/schema/money.ts'
import { SWITCHES, type Switch, type SwitchCache } from '#server/core/switches.ts'
import type { World } from '#server/core/world.ts'
import { setHold } from '#server/domain/hold.ts'
import { receive } from '#server/domain/payment.ts'
import { createSiteKeys } from '#server/domain/site-key.ts'
import { settle } from '#server/domain/withdrawal.ts'
import type { FaultMiddleware } from '#server/http/app.ts'
import { DEMO } from '../seed.ts'
import { createChat } from './chat.ts'
import type { Clock } from './clock.ts'
import { createFaults } from './faults.ts'
import { answerRefusal, BahtText, formsAt, YesNo } from './form.ts'
import { createGames } from './games.ts'
import { redeemGift } from './gifts.ts'
import { createHeld } from './held.ts'
import { ownFile } from './own-file.ts'
import { HOLDS, type Message, sandboxPage } from './page.ts'
import { remoteProviders } from './provider.ts'
import { createRewards } from './rewards.ts'
import { type Ask, createScenarios } from './scenarios.ts'
import { createSlips } from './slips.ts'
import { Troubles } from './troubles.ts'

const KEPT_MESSAGES = 20
const SHOWN_CODES = 20
const SHOWN_WITHDRAWALS = 20

const names = Object.keys(SWITCHES) as [Switch, ...Switch[]]
/**
 * A simulated payment. `amount` is in baht. If it is missing, the code's own amount is paid. `late` first moves the
 * code's expiry into the past.
 */
const Pay = v.object({
  qrcodeId: v.pipe(v.string(), v.maxLength(64)),
  amount: v.optional(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      BahtText,
    ]),
  ),
  late: v.optional(v.literal('true')),
  reference: v.optional(v.pipe(v.string(), v.maxLength(64)), newId),
})

const Toggle = v.object({ isOn: YesNo })

/** The outcome of a withdrawal. */
const Settle = v.object({ id: v.pipe(v.string(), v.maxLength(64)), isPaid: YesNo })

/** A demo member and the reason for their suspension. 0 lifts the suspension. */
const Hold = v.object({
  username: v.picklist(Object.values(DEMO).map(({ username }) => username)),
  hold: v.pipe(v.string(), v.transform(Number), v.picklist(HOLDS)),
})

/**
 * `push` sends chat messages to connected sockets. `cutLines` cuts all sockets. `ask` sends requests to this server.
 */
type Parts = Pick<Base, 'push' | 'settings'> & {
  open: () => Db | null
  clock: Clock
  switches: SwitchCache
  cutLines: () => void
  ask: Ask
}
/** `faultMiddleware` injects faults into calls. */
type Sandbox = { world: World; pages: Hono; faultMiddleware: FaultMiddleware }

/** The simulated outside world: its adapters, and the page that controls it. Its state exists only in this process. */
export function createSandbox({ open, clock, switches, push, cutLines, ask, settings }: Parts): Sandbox {
  const { now } = clock
  const messages: Message[] = []
  const isDown = { outage: false, sms: false, invite: false }
  const database = () => {
    const db = open()
    if (!db) throw new ApiError('NO_DATA', 404, { message: 'The database is starting: try again in a moment' })
    return db
  }
  const games = createGames({ database, now })
  const siteKey = createSiteKeys()
  const slips = createSlips({ database, now, settings, siteKey })
  const heldDeposits = createHeld({ database, now })
  const rewards = createRewards({ database, now })
  const chat = createChat({ database, now, push, settings, siteKey })
  const faults = createFaults(cutLines)
  const scenarios = createScenarios({ database, switches, now, ask, settings })

  const world: World = {
    isSandbox: true,
    // The simulated providers act immediately or not at all, so there is never an earlier order to find.
    find: async () => ({ state: 'never' }),
    // No real bank app would pay this payload.
    issueQr: async ({ id, provider, amount }) => {
      if (isDown.outage) throw new ApiError('QR_FAIL')
      return `krapao:demo/${provider}/${id}?satang=${amount}`
    },
    sendSms: async ({ phone, text }) => {
      if (isDown.sms) throw new ApiError('OTP_SEND_FAIL')
      messages.unshift({ phone, text, at: new Date(now()) })
      messages.length = Math.min(messages.length, KEPT_MESSAGES)
    },
    redeemGift,
    allowInviteBonus: async () => {
      if (isDown.invite) throw new ApiError('INVITE_BONUS_FAIL')
    },
    ...games.world,
    ...(settings.providersUrl && remoteProviders(settings.providersUrl)),
    hearChat: chat.hear,
  }

  async function pay(db: Db, { qrcodeId, amount, late, reference }: v.InferOutput<typeof Pay>) {
    const at = new Date(now())
    await db.transaction(async (tx) => {
      const [code] = await tx.select().from(qrcodes).where(eq(qrcodes.id, qrcodeId))
      if (!code) throw new ApiError('NO_DATA', 404)
      const past = new Date(at.getTime() - 1000)
      if (late && code.expireAt > past) await tx.update(qrcodes).set({ expireAt: past }).where(eq(qrcodes.id, qrcodeId))
      await receive(tx, { reference, qrcodeId, amount: amount ?? code.amount }, at)
    })
  }

  const pages = new Hono()
  const form = formsAt(pages)
  pages.onError(answerRefusal)

  pages.use(async (c, next) => {
    await next()
    c.header('Cache-Control', 'no-store')
  })
  pages.get('/', async (c) => {
    const db = database()
    const codes = await db
      .select({ code: qrcodes, member: members.name, currency: members.currency })
      .from(qrcodes)
      .innerJoin(members, eq(members.id, qrcodes.memberId))
      .orderBy(desc(qrcodes.createdAt))
      .limit(SHOWN_CODES)
    const pending = await db
      .select({
        withdrawal: withdrawals,
        amount: statements.amount,
        at: statements.createdAt,
        member: members.name,
        currency: members.currency,
      })
      .from(withdrawals)
      .innerJoin(statements, and(eq(withdrawals.memberId, statements.memberId), eq(withdrawals.no, statements.no)))
      .innerJoin(members, eq(members.id, statements.memberId))
      .where(eq(withdrawals.status, 'PENDING'))
      .orderBy(asc(statements.createdAt))
      .limit(SHOWN_WITHDRAWALS)
    const held = await db.select({ username: members.username, hold: members.hold }).from(members)
    const holds = new Map(held.map(({ username, hold }) => [username, hold]))
    const outages = { ...isDown, games: games.state.isOutage }
    const { troubles } = games.state
    const slipSection = await slips.section()
    const heldSection = await heldDeposits.section()
    const rewardSection = await rewards.section()
    return c.html(
      sandboxPage({
        codes,
        pending,
        slipSection,
        heldSection,
        rewardSection,
        faultSection: faults.section(),
        clockSection: clock.section(),
        scenarioSection: scenarios.section(),
        switches: await switches.read(db),
        outages,
        troubles,
        holds,
        messages,
        now: now(),
      }),
    )
  })
  pages.get('/messages', (c) => c.json(messages))
  pages.get('/style.css', ownFile('server/demo/sandbox/style.css', 'text/css'))
  pages.get('/scenario.js', ownFile('server/demo/sandbox/scenario.js', 'text/javascript'))
  pages.get('/openapi.json', ownFile('docs/openapi.json', 'application/json'))
  form('/pay', Pay, (input) => pay(database(), input))
  form('/withdrawal', Settle, ({ id, isPaid }) =>
    database().transaction((tx) => settle(tx, id, isPaid, new Date(now()))),
  )
  form('/switch', v.object({ name: v.picklist(names), isOn: YesNo }), (input) =>
    switches.set(database(), input.name, input.isOn),
  )
  for (const name of ['outage', 'sms', 'invite'] as const)
    form(`/${name}`, Toggle, async ({ isOn }) => {
      isDown[name] = isOn
    })
  form('/games', Toggle, async (input) => {
    games.state.isOutage = input.isOn
  })
  form('/troubles', Troubles, async (input) => {
    games.state.troubles = input
  })
  pages.route('/game', games.pages)
  pages.route('/slip', slips.pages)
  pages.route('/held', heldDeposits.pages)
  pages.route('/reward', rewards.pages)
  pages.route('/chat', chat.pages)
  pages.route('/faults', faults.pages)
  pages.route('/clock', clock.pages)
  pages.route('/scenario', scenarios.pages)
  form('/hold', Hold, ({ username, hold }) =>
    database().transaction((tx) =>
      setHold(tx, username, hold || null, { actor: 'operator', cause: 'sandbox' }, new Date(now())),
    ),
  )
  return { world, pages, faultMiddleware: faults.faultMiddleware }
}
