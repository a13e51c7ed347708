import { expect, test } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { accountOf } from '#server/domain/ledger.ts'
import { type Backend, type Reply, startBackend } from '#tests/kit/server.ts'

/** The codes of the area "Wallet and games" (R468–R480). */
const CATALOGUE = [
  ...['NO_BANK', 'NO_WALLET', 'NO_GAME', 'MONEY_NOT_ENOUGH', 'SLOT_ALREADY_ACTIVE', 'SLOT_ACTIVATE_FAIL'],
  ...['SLOT_NO_ACCOUNT', 'SLOT_RESET_PASSWORD_FAIL', 'GAME_ACTIVATION_FAIL', 'TRANSFER_MINIMUM', 'TRANSFER_FAIL'],
  ...['NOT_AREASLOT', 'NOT_UFABET'],
]
/** Other codes that money and game calls can return: a bonus code, and a code that is not in the catalogue. */
const BESIDE = ['BONUS_CONDITION', 'TRANSFER_REFUSED']

type Call = 'wallet.activate' | 'wallet.account' | 'wallet.resetpassword'
const member = async (b: Backend) => ({ token: await b.login() })
const ofGame = async (b: Backend, call: Call, code: string) => b.call(call, { code }, await member(b))
const transfer = async (b: Backend, from: string, to: string, amount: number) =>
  b.call('wallet.transfer', { from, to, amount }, await member(b))

async function broken(b: Backend, trouble: Record<string, string>, call: Call, code: string) {
  await b.form('/troubles', trouble)
  return ofGame(b, call, code)
}
async function outage(b: Backend, from: string, to: string) {
  await b.form('/games', { isOn: 'true' })
  return transfer(b, from, to, 5)
}

/** How to cause each code, and its HTTP status. */
const CASES: readonly [code: string, how: string, status: number, bring: (backend: Backend) => Promise<Reply>][] = [
  [
    'NO_BANK',
    'withdrawing without a bank account',
    404,
    async (b) => b.call('wallet.withdrawAll', { amount: 100 }, await b.join({ bankCode: '' })),
  ],
  [
    'NO_WALLET',
    'moving money out of a wallet that is not there',
    404,
    async (b) => {
      const { id, token } = await b.join({})
      await accountOf(b.db, { kind: 'game', memberId: id, gameCode: 'pg' })
      return b.call('wallet.transferAll', { to: 'pg' }, { token })
    },
  ],
  ['NO_GAME', 'opening a game that is none', 404, (b) => ofGame(b, 'wallet.activate', 'nothing')],
  ['MONEY_NOT_ENOUGH', 'moving more than there is', 400, (b) => transfer(b, WALLET, 'pg', DEMO.member.wallet + 0.01)],
  ['SLOT_ALREADY_ACTIVE', 'opening what is open', 409, (b) => ofGame(b, 'wallet.activate', 'pg')],
  [
    'SLOT_ACTIVATE_FAIL',
    'the game opens no account for this player',
    400,
    (b) => broken(b, { opening: 'SLOT_ACTIVATE_FAIL' }, 'wallet.activate', 'orbiten'),
  ],
  ['SLOT_NO_ACCOUNT', 'the login of a game that is not open', 404, (b) => ofGame(b, 'wallet.account', 'orbiten')],
  [
    'SLOT_RESET_PASSWORD_FAIL',
    'the game sets no other password',
    400,
    (b) => broken(b, { reset: 'SLOT_RESET_PASSWORD_FAIL' }, 'wallet.resetpassword', 'pg'),
  ],
  [
    'GAME_ACTIVATION_FAIL',
    'the game opens no account for now',
    400,
    (b) => broken(b, { opening: 'GAME_ACTIVATION_FAIL' }, 'wallet.activate', 'orbiten'),
  ],
  ['TRANSFER_MINIMUM', 'moving less than 1 baht', 400, (b) => transfer(b, WALLET, 'pg', 0.99)],
  ['TRANSFER_FAIL', 'the game takes no money', 400, (b) => outage(b, WALLET, 'pg')],
  [
    'NOT_AREASLOT',
    'AreaSlot does not know the player',
    400,
    (b) => broken(b, { areaslot: 'NOT_AREASLOT' }, 'wallet.activate', 'areaslot'),
  ],
  [
    'NOT_UFABET',
    'UFABET does not know the player',
    400,
    (b) => broken(b, { ufabet: 'NOT_UFABET' }, 'wallet.account', 'ufabet'),
  ],

  [
    'BONUS_CONDITION',
    'withdrawing less than all while a bonus is held',
    400,
    async (b) => b.call('wallet.withdrawAll', { amount: 100 }, { token: await b.login(DEMO.bonus.username) }),
  ],
  ['TRANSFER_REFUSED', 'the game gives no money back', 400, (b) => outage(b, 'pg', WALLET)],
]

test('these tests cover each wallet and game error code once (R468–R480)', () => {
  expect(CASES.map(([code]) => code)).toEqual([...CATALOGUE, ...BESIDE])
  expect(new Set(CATALOGUE).size).toBe(13)
})

test.each(CASES)(
  'the server answers with %s in this case: %s (HTTP %i) (R468–R480)',
  async (code, _, status, bring) => {
    const backend = await startBackend()
    expect(await bring(backend)).toEqual({ status, body: { code, message: code } })
  },
)
