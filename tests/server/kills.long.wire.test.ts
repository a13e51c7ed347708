import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { satang, toBaht } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Db, openPostgres } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { type OPERATIONS, operations } from '#server/core/schema/operations.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { takeOver } from '#server/domain/reconciler.ts'
import { openSession } from '#server/domain/session.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { type Fate, startProviders } from '#tests/bench/provider.ts'
import { startServer } from '#tests/bench/server.ts'
import { hold, lockWaits } from '#tests/kit/hold.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { expectSound, requestOf } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

/*
 * One operation of each kind is in progress on a real server, and the process is killed while all of them are at the
 * same step. Afterwards the ledger must contain everything that the providers did, exactly once.
 */

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
const STEPS = [
  'before it is sent',
  'after it is sent',
  'before it is booked',
  'while it is booked',
  'after it is booked',
] as const
type Step = (typeof STEPS)[number]
/** The steps of a daytime run. The first reveals faults in calling providers, the second faults in booking. */
const BY_DAY: readonly Step[] = ['after it is sent', 'while it is booked']
type Kind = (typeof OPERATIONS)[number]
/** Tables to which a booking writes after it has locked its operation. */
const WRITTEN = sql.raw('"accounts", "otps", "qrcodes", "statements"')
const LEDGER_KEY = 'ledger'

type Asked = { name: CallName; input: object; token?: string }
/** Returns one request for each kind of operation, split between two members so that no operation blocks another. */
const orders = (member: string, bonus: string): Record<Kind, Asked> => ({
  transfer: { name: 'wallet.transfer', input: { from: WALLET, to: 'pg', amount: 100 }, token: member },
  gift: { name: 'wallet.truelink', input: { link: sealedGift(giftLink('50')) }, token: member },
  qr: { name: 'qr.create', input: { provider: 'PAYONEX', amount: 500 }, token: member },
  reset: { name: 'wallet.resetpassword', input: { code: 'pg' }, token: member },
  invite: { name: 'invite.bonus', input: {}, token: member },
  open: { name: 'wallet.activate', input: { code: 'joker2' }, token: bonus },
  clear: { name: 'bonus.clear', input: {}, token: bonus },
  sms: { name: 'otp.send', input: { phoneNumber: '0611111111' } },
})
const KINDS = Object.keys(orders('', '')) as Kind[]

/** Returns a demo member's balances in the main wallet and the game, in baht. */
async function moneyOf(db: Db, { username }: { username: string }) {
  const own = await db
    .select({ kind: accounts.kind, gameCode: accounts.gameCode, balance: accounts.balance })
    .from(accounts)
    .innerJoin(members, eq(members.id, accounts.memberId))
    .where(eq(members.username, username))
  const of = (wanted: (row: (typeof own)[number]) => boolean) => toBaht(own.find(wanted)?.balance ?? satang(0))
  return { wallet: of(({ kind }) => kind === 'wallet'), pg: of(({ gameCode }) => gameCode === 'pg') }
}

/** The number of operations that are settled or refused, plus the bookings that wait for the test's lock. */
const reached = async (db: Db) => (await ended(db)) + (await lockWaits(db))
const ended = (db: Db) => db.$count(operations, inArray(operations.state, ['settled', 'refused']))

/** Starts one operation of each kind, kills the server at `step`, and returns their outcomes. */
async function killedAt(url: string, step: Step, isRefused: boolean) {
  let arrived = 0
  let meet = async (): Promise<Fate> => ({})
  const providers = await startProviders(1, () => {
    arrived++
    return meet()
  })
  const { book, urls } = providers
  const { db, close } = await openPostgres(url)
  const server = await startServer({ DATABASE_URL: url, LEDGER_KEY, PROVIDERS_URL: urls[0] ?? '' })
  try {
    await server.ready()
    const sessionOf = async ({ username }: { username: string }) => {
      const [member] = await db.select({ id: members.id }).from(members).where(eq(members.username, username))
      return openSession(db, member?.id ?? '', true, { now: Date.now, settings: readSettings({}) })
    }
    const bonus = await sessionOf(DEMO.bonus)
    const send = async ({ name, input, token }: Asked, key = newKey()) => {
      const { method, path, body } = requestOf(calls[name], { ...input })
      const headers = {
        'Idempotency-Key': key,
        'X-Requested-With': 'wallet-user',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      }
      const reply = await fetch(server.base + path, { method, headers, ...(body && { body }) })
      return { status: reply.status, body: await reply.json() }
    }
    // The member with the bonus must have money in a game, so that ending the bonus calls a provider.
    const stake = { name: 'wallet.transfer', input: { from: WALLET, to: 'pg', amount: 50 }, token: bonus } as const
    expect(await send(stake)).toEqual({ status: 200, body: {} })
    const known = await ended(db)
    book.clear()
    arrived = 0

    const asked = Object.entries(orders(await sessionOf(DEMO.member), bonus)).map(([kind, order]) => ({
      kind,
      order,
      key: newKey(),
    }))
    const gate = Promise.withResolvers<void>()
    meet = async () => {
      if (step === 'before it is sent') return { isLost: true }
      if (step === 'after it is sent') return { isRefused, isSilent: true }
      await gate.promise
      return { isRefused }
    }
    const unanswered = asked.map(({ order, key }) => send(order, key).catch(() => null))
    await until(() => expect(arrived).toBe(asked.length))
    const { release } = await hold(db, async (tx) => {
      if (step === 'before it is booked') await tx.select().from(operations).for('update')
      if (step === 'while it is booked') await tx.execute(sql`lock table ${WRITTEN} in share mode`)
    })
    gate.resolve()
    if (!step.endsWith('sent')) await until(async () => expect(await reached(db)).toBe(known + asked.length))
    await server.kill()
    await release()
    await Promise.all(unanswered)

    meet = async () => ({ isRefused })
    await server.ready()
    await takeOver(db)
    await until(async () => expect(await ended(db)).toBe(known + asked.length))
    const repeat = () => Promise.all(asked.map(({ order, key }) => send(order, key)))
    const replies = await repeat()
    expect(await repeat(), 'a repeat gets the same reply').toEqual(replies)
    await expectSound(db)
    return {
      wrong: await audit(db, LEDGER_KEY),
      outcomes: Object.fromEntries(asked.map(({ kind }, at) => [kind, replies[at]?.body.code ?? replies[at]?.status])),
      member: await moneyOf(db, DEMO.member),
      bonus: await moneyOf(db, DEMO.bonus),
      done: [...book.values()].filter((line) => line !== 'refused').length,
    }
  } finally {
    await server.stop()
    providers.close()
    await close()
  }
}

const { member: MEMBER } = DEMO
const all = (outcome: number) => Object.fromEntries(KINDS.map((kind) => [kind, outcome]))
const DONE = {
  wrong: [],
  outcomes: all(200),
  done: KINDS.length,
  member: { wallet: MEMBER.wallet - 100 + 50 + 125, pg: MEMBER.games.pg + 100 },
  bonus: { wallet: DEMO.bonus.wallet - 50, pg: 0 },
}
const SECRET = { gift: 'INTERNAL_SERVER_ERROR', sms: 'OTP_SEND_FAIL' }
const REFUSED = {
  wrong: [],
  outcomes: {
    ...SECRET,
    transfer: 'TRANSFER_FAIL',
    clear: 'TRANSFER_REFUSED',
    open: 'GAME_ACTIVATION_FAIL',
    reset: 'SLOT_RESET_PASSWORD_FAIL',
    invite: 'INVITE_BONUS_FAIL',
    // The reply of this call has no code: see the contract.
    qr: 200,
  },
  done: 0,
  member: { wallet: MEMBER.wallet, pg: MEMBER.games.pg },
  bonus: { wallet: DEMO.bonus.wallet - 50, pg: 50 },
}
/** A gift link and a text message are stored without their secret, so they cannot be sent again. */
const UNSENT = {
  ...DONE,
  outcomes: { ...DONE.outcomes, ...SECRET },
  done: KINDS.length - 2,
  member: { ...DONE.member, wallet: DONE.member.wallet - 50 },
}

describe.each(POSTGRES)('when the server is killed during each kind of operation', (url) => {
  const run = (step: Step, isRefused: boolean) => inOwnDatabase(url, (own) => killedAt(own, step, isRefused))

  test.each(process.env.NIGHT ? STEPS : BY_DAY)(
    'an operation that the providers accept is booked exactly once: killed %s (R385)',
    async (step) => {
      expect(await run(step, false)).toEqual(step === 'before it is sent' ? UNSENT : DONE)
    },
  )
  test.each(process.env.NIGHT ? STEPS : BY_DAY)(
    'an operation that the providers refuse is reversed exactly once: killed %s (R385)',
    async (step) => {
      expect(await run(step, true)).toEqual(REFUSED)
    },
  )
})
