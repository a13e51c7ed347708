import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { inviteCode } from '#contract/invite.ts'
import { WALLET } from '#contract/transfer.ts'
import { members } from '#server/core/schema/members.ts'
import { inviteShares } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, NEWCOMER, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const collect = (sent: Sent = {}) => backend.call('invite.bonus', {}, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const done = { status: 200, body: { message: 'INVITE_BONUS_SUCCESS' } }
type Page = { invites: { from: { name: string }; amount: number; createdAt: string }[]; total: number }
async function page(number: number, limit = 10, as = token): Promise<Page> {
  return (await backend.call('invite.list', { page: number, limit }, { token: as })).body as Page
}
const waiting = async (as = token) => (await backend.call('wallet.get', {}, { token: as })).body.invite
const friend = (outcome: 'win' | 'lose', amount: number, username = DEMO.member.username) =>
  backend.form('/reward/friend', { username, amount: String(amount), outcome })

test('the server lists friends in pages, newest first, each with the amount they brought (R122, R123, R169, R340, D-33)', async () => {
  const all = (await page(1, 100)).invites
  expect((await page(1)).total).toBe(all.length)
  expect([...(await page(1)).invites, ...(await page(2)).invites]).toEqual(all)
  expect((await page(3)).invites).toEqual([])
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
  expect(all.filter(({ amount }) => amount > 0).map(({ amount }) => amount)).toEqual([25, 100, 50])
})

test('the server credits the amount that friends brought, and keeps collected amounts in the list (R7, R85, R341, R175)', async () => {
  expect(await waiting()).toEqual({ amount: 125, success: 1, fail: 5 })
  expect(await collect()).toEqual(done)
  expect((await backend.money(token))[WALLET]).toBe(START + 125)
  expect(await waiting()).toMatchObject({ amount: 0 })
  expect((await backend.rows(token, 1))[0]).toMatchObject({
    statementType: 'bonus',
    from: 'INVITE',
    amount: 125,
    invite: { description: 'โบนัสแนะนำเพื่อน' },
  })
  expect((await page(1, 100)).invites.reduce((sum, { amount }) => sum + amount, 0)).toBe(175)
  await expectSound(backend.db)
})

test('a friend who registers with the invite code brings 5 % of their losses and 1 % of their wins, rounded down (R141, R104, D-55)', async () => {
  const [inviter] = await backend.db.select().from(members).where(eq(members.username, DEMO.bonus.username))
  const other = await backend.login(DEMO.bonus.username)
  await backend.turn('registerOTP', false)
  await backend.call('account.create', { ...NEWCOMER, inviteCode: inviteCode(inviter?.id ?? '') })
  expect(await page(1, 10, other)).toMatchObject({ total: 1, invites: [{ from: { name: NEWCOMER.name }, amount: 0 }] })
  const friend = await backend.login(NEWCOMER.username)
  await backend.call('wallet.activate', { code: 'pg' }, { token: friend })
  await backend.call('wallet.add', { amount: 100 }, { token: friend })
  await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token: friend })
  for (const [outcome, stake] of [
    ['lose', 10.19], // 0.5095
    ['win', 99.99], // 0.9999
    ['win', 0.99], // 0.0099
  ] as const)
    expect((await backend.stake(outcome, stake, { username: NEWCOMER.username })).status).toBe(303)
  expect(await waiting(other)).toMatchObject({ amount: 1.49 })
  expect((await page(1, 10, other)).invites[0]?.amount).toBe(1.49)
  expect(await collect({ token: other })).toEqual(done)
  expect((await backend.money(other))[WALLET]).toBe(DEMO.bonus.wallet + 1.49)
  expect(await waiting()).toMatchObject({ amount: 125 })
})

test('each invite share can be collected only once, and further play creates a new share (R454)', async () => {
  await collect()
  const before = await dump(backend.db, ['tokens'])
  expect(await collect()).toEqual(refusal(409, 'INVITE_COLLECT'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  expect((await friend('lose', 40)).status).toBe(303)
  expect((await page(1, 1)).invites[0]).toMatchObject({ from: { name: 'Demo Friend 13' }, amount: 2 })
  expect(await collect()).toEqual(done)
  expect((await backend.money(token))[WALLET]).toBe(START + 127)
  await expectSound(backend.db)
})

test('the invite bonus is refused if no friend has played (R456, R457)', async () => {
  const { id, token: alone } = await backend.join({})
  expect(await collect({ token: alone })).toEqual(refusal(404, 'NO_INVITE_BONUS'))
  await backend.join({ username: '0622222222', inviterId: id })
  expect(await collect({ token: alone })).toEqual(refusal(404, 'NO_INVITEE_PLAY_INFO'))
})

test('the invite bonus cannot be collected while the operator has switched it off or withholds it, but is not lost (R455, R459)', async () => {
  await backend.turn('inviteActive', false)
  const before = await dump(backend.db, ['tokens'])
  expect(await collect()).toEqual(refusal(403, 'INVITE_INACTIVE'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  await backend.turn('inviteActive', true)
  await backend.form('/invite', { isOn: 'true' })
  expect(await collect()).toEqual(refusal(400, 'INVITE_BONUS_FAIL'))
  await backend.form('/invite', { isOn: 'false' })
  expect(await collect()).toEqual(done)
})

test('the server requests the operator’s approval once per idempotency key, with the member, the amount and an id (R385)', async () => {
  const asked: unknown[] = []
  Object.assign(backend.world, { allowInviteBonus: async (bonus: unknown) => void asked.push(bonus) })
  await collect({ key: 'same' })
  await collect({ key: 'same' })
  expect(asked).toEqual([
    { memberId: expect.any(String), amount: 12_500, request: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
})

test('the server returns two banners in the player’s language (R155, R342, D-02)', async () => {
  for (const [language, word] of [
    ['TH', 'แนะนำเพื่อน'],
    ['LA', 'ແນະນຳໝູ່'],
    ['EN', 'Invite friends'],
  ]) {
    const { body } = await backend.call('invite.banners', {}, { token, headers: { Cookie: `lang=${language}` } })
    expect(body).toMatchObject([{ image: '/banners/friends.svg', html: expect.stringContaining(word ?? '') }, {}])
  }
})

test('a friend created by the sandbox has deposited, plays with that money, and can log in', async () => {
  const shares = await backend.db.$count(inviteShares)
  expect((await friend('win', 300)).status).toBe(303)
  expect(await backend.db.$count(inviteShares)).toBe(shares + 1)
  const [newest] = await backend.db.select().from(members).where(eq(members.name, 'Demo Friend 13'))
  const as = await backend.login(newest?.username)
  expect(await backend.money(as)).toMatchObject({ [WALLET]: 0, pg: 600 })
  expect((await backend.rows(as)).map(({ statementType }) => statementType)).toEqual(['transfer', 'deposit'])
  expect((await friend('win', 300, 'nobody')).status).toBe(404)
  await expectSound(backend.db)
})
