import { describe, expect, test } from 'vitest'
import type { BankAccount } from '#contract/deposit.ts'
import { done, refusal, seen } from '#tests/kit/samples/attempt.ts'
import { kbank, scb, thaiOwn } from '#tests/kit/samples/deposit.ts'
import { confirmed, declined } from '#tests/kit/samples/step-up.ts'
import { listener, start } from '#tests/kit/start.ts'
import bankTransfer from './bank-transfer.model.ts'

const NAME = 'JAIDEE MEESUK'
const copy = (to = kbank, own: BankAccount | null = thaiOwn) => ({
  type: 'bank.copy' as const,
  text: to.bankAccountNo,
  to,
  own,
})
const keyOf = (attempt: unknown) => (attempt as { key: string }).key

async function open(asksPassword?: boolean) {
  const [wallet, toasts] = [listener(), listener()]
  const input = { wallet: wallet.ref as never, toasts: toasts.ref as never, asksPassword }
  const app = await start(bankTransfer, input, { actions: ['copy'] })
  return { ...app, wallet: wallet.heard, toasts: toasts.heard }
}
async function naming() {
  const app = await open()
  await app.send(copy())
  return app
}
async function saving(name = NAME) {
  const app = await naming()
  await app.send({ type: 'name.submit', bankAccountName: name })
  return app
}

describe('copying', () => {
  test('puts the text on the clipboard immediately (R107)', async () => {
    const app = await open()
    await app.send({ ...copy(scb), text: '555-6667778' })
    expect([app.done, app.now().context.text, app.now().value]).toEqual([['copy'], '555-6667778', 'listed'])
  })

  test.each([
    [true, { type: 'toast.show', tone: 'good', text: 'copy.done' }],
    [false, { type: 'toast.show', tone: 'bad', text: 'copy.failed' }],
  ])('reports whether it succeeded: %s (R399, R400)', async (isDone, toast) => {
    const app = await open()
    await app.send(copy(scb))
    expect(app.toasts).toEqual([])
    await app.send({ type: 'copy.ended', isDone })
    expect(app.toasts).toEqual([toast])
  })

  test('asks for the account name first if the bank recognises only English names (R111, D-43)', async () => {
    const app = await naming()
    expect([app.now().value, app.done, app.fakes.calls]).toEqual(['naming', [], []])
  })

  test("happens immediately while the member's own account is unknown (R111)", async () => {
    const app = await open()
    await app.send(copy(kbank, null))
    expect([app.now().value, app.done]).toEqual(['listed', ['copy']])
  })

  test('is possible without entering the name, and can be cancelled (R111)', async () => {
    const app = await naming()
    await app.send({ type: 'name.skip' })
    expect([app.now().value, app.done, app.now().context.text]).toEqual(['listed', ['copy'], kbank.bankAccountNo])
    await app.send(copy(), { type: 'name.leave' })
    expect([app.now().value, app.done, app.fakes.calls]).toEqual(['listed', ['copy'], []])
  })
})

describe('the account name form', () => {
  test.each(['', '   ', 'ใจดี มีสุข', 'JAIDEE1', 'JAI-DEE', 'JAIDÉE', 'ใจดี MEESUK'])(
    'rejects %j because only English letters and spaces are allowed, and clears the message when the player types (R260, R261, R262)',
    async (name) => {
      const app = await saving(name)
      expect([app.now().value, app.now().context.isWrong, app.waits('attempt')]).toEqual(['naming', true, false])
      await app.send({ type: 'name.type' })
      expect(app.now().context.isWrong).toBe(false)
    },
  )

  test("sends the name for the member's bank, with its own key (R111, R261, D-43)", async () => {
    const app = await saving('  JAIDEE MEESUK ')
    expect(app.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { bankCode: 'KTB', bankAccountName: NAME } },
    ])
  })

  test('reloads the wallet once the name is saved, and copies the account number at the next press (R111)', async () => {
    const app = await saving()
    await app.answer('attempt', done({}))
    expect([app.now().value, app.wallet, app.done]).toEqual(['named', [{ type: 'wallet.read' }], []])
    await app.send({ type: 'name.copy' })
    expect([app.now().value, app.done, app.now().context.text]).toEqual(['listed', ['copy'], kbank.bankAccountNo])
  })

  test('can be closed without copying once the name is saved (R111)', async () => {
    const app = await saving()
    await app.answer('attempt', done({}))
    await app.send({ type: 'name.leave' })
    expect([app.now().value, app.done]).toEqual(['listed', []])
  })

  test('shows why a name was refused until the player types, and uses a new key for the next attempt (R262)', async () => {
    const app = await saving()
    await app.answer('attempt', refusal('BANK_ACCOUNT_NAME_ENG'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['naming', 'BANK_ACCOUNT_NAME_ENG'])
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    await app.send({ type: 'name.type' })
    expect(app.now().context.failure).toBeNull()
    await app.send({ type: 'name.submit', bankAccountName: NAME })
    expect(new Set(app.asked('attempt').map(keyOf)).size).toBe(2)
  })

  test('returns to the list of accounts once the player has seen the outcome', async () => {
    const app = await saving()
    await app.answer('attempt', seen)
    expect(app.now().value).toBe('listed')
  })

  test('shows no message left over from the previous copy when the player copies again (R262)', async () => {
    const app = await saving()
    await app.answer('attempt', refusal('BANK_ACCOUNT_NAME_ENG'))
    await app.send({ type: 'name.leave' }, copy())
    expect([app.now().value, app.now().context.failure]).toEqual(['naming', null])
    await app.send({ type: 'name.submit', bankAccountName: '' }, { type: 'name.leave' }, copy())
    expect(app.now().context.isWrong).toBe(false)
  })

  test('sends the name once, whatever the player presses while it is being saved', async () => {
    const app = await saving()
    await app.send(
      { type: 'name.submit', bankAccountName: NAME },
      { type: 'name.skip' },
      { type: 'name.type' },
      copy(scb),
    )
    expect([app.asked('attempt').length, app.waits('attempt'), app.done]).toEqual([1, true, []])
  })

  test('shows no failure while there is no reply, and does not resend the name', async () => {
    const app = await saving()
    await app.send({ type: 'attempt.unknown' })
    expect([app.now().value, app.now().context.failure, app.asked('attempt').length]).toEqual(['saving', null, 1])
  })

  test('reloads the wallet if the player does not wait for the reply, because the name may have been saved (R111)', async () => {
    const app = await saving()
    await app.send({ type: 'name.leave' })
    expect([app.now().value, app.wallet, app.done]).toEqual(['listed', [{ type: 'wallet.read' }], []])
  })
})

describe('on a backend that requires the password (R642)', () => {
  const STEP_UP = 'stepUp'
  const submit = (bankAccountName = NAME) => ({ type: 'name.submit' as const, bankAccountName })
  async function asked() {
    const app = await open(true)
    await app.send(copy(), submit(' JAIDEE MEESUK '))
    return app
  }

  test('saving a new name requires a step-up for exactly that change (R642, R628)', async () => {
    const app = await asked()
    expect(app.now().value).toBe('proving')
    expect(app.asked(STEP_UP)).toEqual([{ name: 'account.rename', input: { bankCode: 'KTB', bankAccountName: NAME } }])
    await app.answer(STEP_UP, confirmed({}))
    expect(app.now().value).toBe('named')
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    expect(app.asked('attempt')).toEqual([])
  })

  test('an invalid name is reported without a step-up (R261, R642)', async () => {
    const app = await open(true)
    await app.send(copy(), submit('ใจดี'))
    expect(app.now().value).toBe('naming')
    expect(app.now().context.isWrong).toBe(true)
    expect(app.asked(STEP_UP)).toEqual([])
  })

  test('leaving the step-up returns to the name form and does not reload the wallet (R642)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'left' })
    expect(app.now().value).toBe('naming')
    expect(app.wallet).toEqual([])
  })

  test('a refusal is shown beside the name field (R262, R642)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, declined('BANK_ACCOUNT_NAME_ENG'))
    expect(app.now().value).toBe('naming')
    expect(app.now().context.failure?.code).toBe('BANK_ACCOUNT_NAME_ENG')
  })

  test('the wallet is reloaded if the player stops checking, because the name may have been saved (R629)', async () => {
    const app = await asked()
    await app.answer(STEP_UP, { status: 'unknown' })
    expect(app.now().value).toBe('listed')
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
    expect(app.done).toEqual([])
  })

  test('a step-up also starts if the backend refuses a change that was sent without one (R642)', async () => {
    const app = await saving()
    await app.answer('attempt', refusal('WRONG_PASSWORD'))
    expect(app.now().value).toBe('proving')
    expect(app.asked(STEP_UP)).toHaveLength(1)
    await app.answer(STEP_UP, { status: 'left' })
    await app.send(submit())
    expect(app.now().value).toBe('proving')
    expect(app.asked('attempt')).toHaveLength(1)
  })

  test('a refusal for another reason does not start a step-up (R642)', async () => {
    const app = await saving()
    await app.answer('attempt', refusal('BANK_ACCOUNT_NAME_ENG'))
    expect(app.now().context.asksPassword).toBe(false)
    expect(app.asked(STEP_UP)).toEqual([])
  })
})
