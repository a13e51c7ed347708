import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SPIN_CODES } from '#contract/codes.ts'
import { bonuses, coupons } from '#server/core/schema/rewards.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, type Reply, type Sent, startBackend } from '#tests/kit/server.ts'

/** The codes of the areas "Bonus", "Invite", "Promotion", "Refund" and "Spin coupon" (R448–R466, R490–R495). */
const CATALOGUE = [
  ...['BONUS_REMAINING', 'BONUS_ALREADY_ACTIVE', 'BONUS_MAX_CLAIMED', 'BONUS_CONDITION', 'BONUS_CLEAR', 'BONUS_FULL'],
  ...['INVITE_COLLECT', 'INVITE_INACTIVE', 'NO_INVITE_BONUS', 'NO_INVITEE_PLAY_INFO', 'INVITE_BONUS_SUCCESS'],
  ...['INVITE_BONUS_FAIL', 'NO_PROMOTION', 'PROMOTION_RECEIVED'],
  ...['NO_REFUND', 'REFUND_CONDITION', 'REFUND_SUCCESS', 'REFUND_INACTIVE', 'REFUND_MINIMUM'],
  ...SPIN_CODES,
]

type Call =
  | 'bonus.clear'
  | 'invite.bonus'
  | 'refund.receive'
  | 'wallet.withdrawAll'
  | 'bonus.activate'
  | 'promotion.activate'
  | 'spin.claim'
const ask = async (b: Backend, name: Call, input: object = {}, sent?: Sent): Promise<Reply> =>
  b.call(name, input as never, sent ?? { token: await b.login() })
const daily = (b: Backend) => ask(b, 'bonus.activate', { code: 'DAILY' })
const claim = (b: Backend, coupon: string) => ask(b, 'spin.claim', { coupon })

/** How to cause each code, and its HTTP status, which is 200 if the code is the message of a successful call. */
const CASES: readonly [code: string, how: string, status: number, bring: (backend: Backend) => Promise<Reply>][] = [
  [
    'BONUS_REMAINING',
    'withdrawing all before the turnover is reached',
    409,
    async (b) => {
      await daily(b)
      return ask(b, 'wallet.withdrawAll', { amount: DEMO.member.wallet + 20 })
    },
  ],
  [
    'BONUS_ALREADY_ACTIVE',
    'taking the bonus that is held',
    409,
    async (b) => {
      await daily(b)
      return daily(b)
    },
  ],
  [
    'BONUS_MAX_CLAIMED',
    'taking what was taken as often as allowed',
    409,
    (b) => ask(b, 'bonus.activate', { code: 'WELCOME' }),
  ],
  [
    'BONUS_CONDITION',
    'taking a bonus with too little in the wallet',
    400,
    (b) => ask(b, 'bonus.activate', { code: 'WEEKLY' }),
  ],
  [
    'BONUS_CLEAR',
    'ending a bonus',
    200,
    async (b) => {
      await daily(b)
      return ask(b, 'bonus.clear')
    },
  ],
  ['BONUS_FULL', 'taking what others have taken to the last', 409, (b) => ask(b, 'bonus.activate', { code: 'FIRST' })],

  [
    'INVITE_COLLECT',
    'collecting twice',
    409,
    async (b) => {
      await ask(b, 'invite.bonus')
      return ask(b, 'invite.bonus')
    },
  ],
  [
    'INVITE_INACTIVE',
    'collecting while it is switched off',
    403,
    async (b) => {
      await b.turn('inviteActive', false)
      return ask(b, 'invite.bonus')
    },
  ],
  ['NO_INVITE_BONUS', 'collecting without a friend', 404, async (b) => ask(b, 'invite.bonus', {}, await b.join({}))],
  [
    'NO_INVITEE_PLAY_INFO',
    'collecting before a friend has played',
    404,
    async (b) => {
      const member = await b.join({})
      await b.join({ username: '0622222222', inviterId: member.id })
      return ask(b, 'invite.bonus', {}, member)
    },
  ],
  ['INVITE_BONUS_SUCCESS', 'collecting', 200, (b) => ask(b, 'invite.bonus')],
  [
    'INVITE_BONUS_FAIL',
    'collecting what the operator holds back',
    400,
    async (b) => {
      await b.form('/invite', { isOn: 'true' })
      return ask(b, 'invite.bonus')
    },
  ],

  ['NO_PROMOTION', 'a code of nobody', 404, (b) => ask(b, 'promotion.activate', { code: 'NOTHING' })],
  [
    'PROMOTION_RECEIVED',
    'a code once more',
    409,
    async (b) => {
      await ask(b, 'promotion.activate', { code: 'LUCKY50' })
      return ask(b, 'promotion.activate', { code: 'LUCKY50' })
    },
  ],

  [
    'NO_REFUND',
    'receiving twice a day',
    404,
    async (b) => {
      await ask(b, 'refund.receive')
      return ask(b, 'refund.receive')
    },
  ],
  [
    'REFUND_CONDITION',
    'receiving while a bonus is held',
    409,
    async (b) => {
      await daily(b)
      return ask(b, 'refund.receive')
    },
  ],
  ['REFUND_SUCCESS', 'receiving', 200, (b) => ask(b, 'refund.receive')],
  [
    'REFUND_INACTIVE',
    'receiving while it is switched off',
    403,
    async (b) => {
      await b.turn('refundActive', false)
      return ask(b, 'refund.receive')
    },
  ],
  [
    'REFUND_MINIMUM',
    'receiving when what was played comes to nothing',
    400,
    async (b) => {
      await b.stake('win', 0.5, { username: DEMO.bonus.username })
      const token = await b.login(DEMO.bonus.username)
      await b.call('bonus.clear', {}, { token })
      return ask(b, 'refund.receive', {}, { token })
    },
  ],

  ['NO_CLAIMABLE_COUPON', 'claiming what was not won', 404, (b) => claim(b, 'CASH500')],
  ['INVALID_PRIZE_CODE', 'claiming what is on no wheel', 404, (b) => claim(b, 'nothing')],
  [
    'INVALID_CODE',
    'claiming a prize that was withdrawn',
    409,
    async (b) => {
      await b.form('/reward/prize', { name: 'CASH20', isOn: 'false' })
      return claim(b, 'CASH20')
    },
  ],
  ['INVALID_COUPON_TYPE', 'claiming a gift', 400, (b) => claim(b, 'GIFT')],
  [
    'COUPON_EXPIRED',
    'claiming too late',
    404,
    async (b) => {
      await b.db.update(coupons).set({ expiresAt: new Date(b.now()) })
      return claim(b, 'CASH20')
    },
  ],
  [
    'BONUS_REMAINING',
    'claiming while a bonus is held',
    409,
    async (b) => {
      await daily(b)
      return claim(b, 'CASH20')
    },
  ],
]

test('these tests cover each reply code of the reward calls once (R448–R466, R490–R495)', () => {
  expect(CASES.map(([code]) => code)).toEqual(CATALOGUE)
  expect(new Set(CATALOGUE).size).toBe(24)
})

test.each(CASES)(
  'the server answers with %s in this case: %s (HTTP %i) (R448–R466, R490–R495)',
  async (code, _, status, bring) => {
    const backend = await startBackend()
    expect(await bring(backend)).toEqual({
      status,
      body: status === 200 ? expect.objectContaining({ message: code }) : { code, message: code },
    })
  },
)

test('an unknown bonus is refused with NO_DATA (404)', async () => {
  const backend = await startBackend()
  await backend.db.update(bonuses).set({ quota: 9 }).where(eq(bonuses.code, 'DAILY'))
  const refused = { status: 404, body: { code: 'NO_DATA', message: 'NO_DATA' } }
  for (const code of ['nothing', 'daily']) expect(await ask(backend, 'bonus.activate', { code })).toEqual(refused)
  expect((await daily(backend)).status).toBe(200)
  expect((await backend.db.select().from(bonuses).where(eq(bonuses.code, 'DAILY')))[0]?.taken).toBe(1)
})
