import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AnyActorLogic, createActor, createEmptyActor, waitFor } from 'xstate'
import type { Call } from '#contract/call.ts'
import { toWire } from '#contract/money.ts'
import { NEW_LOGIN_HEADER } from '#contract/notices.ts'
import { statementCalls } from '#contract/statement.ts'
import { walletCalls } from '#contract/wallet.ts'
import { bonusLogic } from '#src/actors/bonus.ts'
import { depositLogic, pendingDeposits } from '#src/actors/deposit.ts'
import { gameAccountLogic } from '#src/actors/game-account.ts'
import { inviteBonusLogic } from '#src/actors/invite.ts'
import { changePasswordLogic } from '#src/actors/profile.ts'
import { refundLogic } from '#src/actors/refund.ts'
import { sessionLogic } from '#src/actors/session.ts'
import { pendingSpin, spinLogic } from '#src/actors/spin.ts'
import { pendingTransfer, transferLogic } from '#src/actors/transfer.ts'
import { withdrawLogic } from '#src/actors/withdraw.ts'
import { wire } from '#src/api/request.ts'
import { keptDraft, keptItems, storeDraft, storeItem } from '#src/lib/chat-items.ts'
import { pendingNames } from '#src/lib/pending.ts'
import { clearToken, storeToken, token } from '#src/lib/token.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { picture } from '#tests/kit/samples/slip.ts'
import { won } from '#tests/kit/samples/spin.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { childOf } from '#tests/laws/actors.ts'

const { profile, bankAccount, wallet } = overview
const FILE = 'slip of somchai.png'
const MESSAGE = 'my account is 1234567890'
/**
 * Texts that must not remain in the browser's storage: account data, the player's input, and values and field names
 * from the backend.
 */
const SECRETS = [
  ...[profile.name, profile.username, profile._id, bankAccount.bankAccountName, bankAccount.bankAccountNo],
  ...[String(wallet.amount), 'somchai', 'my account', 'remainingCoin', 'before'],
]

const attemptOf = (logic: AnyActorLogic) => childOf(logic, 'attempt')
/** The attempt machine and its input for each change that such a machine stores in the tab, keyed by storage name. */
const ATTEMPTS: Record<string, { logic: AnyActorLogic; input: object }> = {
  transfer: { logic: attemptOf(transferLogic), input: { from: 'WALLET', to: 'pg', amount: 5_000 } },
  withdraw: { logic: attemptOf(withdrawLogic), input: { amount: 5_000 } },
  'game.pg': { logic: attemptOf(gameAccountLogic), input: { deed: 'fill', code: 'pg' } },
  bonus: { logic: attemptOf(bonusLogic), input: { deed: 'take', code: 'WELCOME' } },
  promotion: { logic: attemptOf(childOf(bonusLogic, 'promotion')), input: { code: 'LUCKY' } },
  invite: { logic: attemptOf(inviteBonusLogic), input: {} },
  refund: { logic: attemptOf(refundLogic), input: {} },
  spin: { logic: attemptOf(spinLogic), input: {} },
  coupon: { logic: attemptOf(childOf(spinLogic, 'coupons')), input: { coupon: 'k9', label: 'prize 9' } },
  gift: { logic: attemptOf(childOf(depositLogic, 'giftLink')), input: { link: 'sealed' } },
}
/** The changes that a machine stores with an action instead of an attempt: the action and the context that it needs. */
const ACTIONS: Record<string, { logic: AnyActorLogic; action: string; context: object }> = {
  slip: {
    logic: childOf(depositLogic, 'slipUpload'),
    action: 'savePending',
    context: { pending: { key: 'k1', facts: { ...picture, name: FILE }, sentAt: 1 } },
  },
  password: { logic: changePasswordLogic, action: 'savePending', context: { key: 'k1' } },
  prize: { logic: spinLogic, action: 'saveDecided', context: { decided: won } },
}
const NAMES = [...Object.keys(ATTEMPTS), ...Object.keys(ACTIONS)]

const run = (logic: AnyActorLogic, action: string, context = {}) =>
  (
    logic as unknown as { implementations: { actions: Record<string, (args: object) => void> } }
  ).implementations.actions[action]?.({ context })

/**
 * Stores a change that has received no reply. The simulated backend does not support idempotency keys, so the balance
 * is stored as well.
 */
async function store(name: string) {
  const own = ACTIONS[name]
  if (own) return run(own.logic, own.action, own.context)
  const { logic, input } = ATTEMPTS[name] ?? {}
  if (!logic) throw new Error(name)
  const actor = createActor(logic, { input: { key: 'k1', input, owner: createEmptyActor() } }).start()
  await waitFor(actor, (s) => s.matches('sending'))
  actor.stop()
}

const all = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
const own = { ...wire }
const answer = (call: Call, reply: unknown) => Response.json(toWire(call.reply, reply))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeToken('member-1.first', true)
  wire.site = async () => ({ ...SITE, offers: [] })
  wire.fetch = async (url) => {
    if (url.endsWith('/api/wallet')) return answer(walletCalls['wallet.get'], overview)
    if (url.endsWith('/api/statement')) return answer(statementCalls['statement.list'], { statements: [], total: 3 })
    return new Promise(() => {})
  }
})
afterEach(() => {
  Object.assign(wire, own)
  clearToken()
})

describe.each(['clearStores', 'leaveToken'])('after the action %s, the browser’s storage', (end) => {
  it.each(NAMES)('contains no account data except the change whose outcome is unknown: %s (R644)', async (name) => {
    await store(name)
    expect(pendingNames()).toEqual([name])
    run(sessionLogic, end)
    expect(token()).toBeNull()
    const left = all()
    for (const secret of SECRETS) expect(left).not.toContain(secret)
  })

  it.each(NAMES)(
    'still contains the change whose outcome is unknown, for the member who made it: %s (R644)',
    async (name) => {
      await store(name)
      run(sessionLogic, end)
      storeToken('member-1.second', true)
      expect(pendingNames()).toEqual([name])
      expect(all()).toContain(name === 'prize' ? won.code : 'k1')
    },
  )

  it('no longer contains the member’s messages to support, but still contains a guest’s (R644)', () => {
    storeItem({ clientId: 'a', item: { type: 'text', message: MESSAGE } })
    storeDraft(MESSAGE, token())
    clearToken()
    storeItem({ clientId: 'g', item: { type: 'text', message: 'as a guest' } })
    storeToken('member-1.first', true)
    run(sessionLogic, end)
    expect(keptItems().map(({ clientId }) => clientId)).toEqual(['g'])
    storeToken('member-1.second', true)
    expect(keptItems()).toEqual([])
    expect(keptDraft()).toBe('')
    expect(all()).not.toContain(MESSAGE)
  })

  it('no longer contains the timestamp of the new-login notice or any unreadable entry (R644)', () => {
    sessionStorage.setItem(NEW_LOGIN_HEADER, '1767225600000')
    sessionStorage.setItem('pending.member-1.x', `nonsense of ${profile.name}`)
    run(sessionLogic, end)
    expect(sessionStorage).toHaveLength(0)
  })
})

it('these tests cover every change that the product stores in the browser (R644)', () => {
  const files = import.meta.glob<string>('/src/actors/*.ts', { query: '?raw', import: 'default', eager: true })
  const stores = Object.values(files).flatMap((text) => text.match(/: keptAttempt\(|storePending\(/g) ?? [])
  // the extra match is the attempt machine, which stores the changes of all flows
  expect(stores).toHaveLength(NAMES.length + 1)
})

it('a stored change still has its idempotency key and amount after the next login, but not the balance from before the change (R644)', async () => {
  await store('transfer')
  expect(pendingTransfer()?.before).toEqual({ main: wallet.amount, games: expect.any(Number), rows: 3 })
  run(sessionLogic, 'clearStores')
  storeToken('member-1.second', true)
  expect(pendingTransfer()).toMatchObject({ key: 'k1', input: { amount: 5_000 }, before: null, isRepeatable: false })
})

it('a stored slip and a stored prize are restored after the next login (R644)', async () => {
  await store('slip')
  await store('prize')
  run(sessionLogic, 'clearStores')
  storeToken('member-1.second', true)
  expect(pendingDeposits().slip?.facts).toEqual({ ...picture, name: '.png' })
  expect(pendingSpin().decided).toMatchObject({ code: won.code, label: won.label })
})
