import { describe, expect, test } from 'vitest'
import type { BankAccount } from '#contract/deposit.ts'
import { done, refusal, seen } from '#tests/kit/samples/attempt.ts'
import { kbank, scb, thaiOwn } from '#tests/kit/samples/deposit.ts'
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

async function open() {
  const [wallet, toasts] = [listener(), listener()]
  const input = { wallet: wallet.ref as never, toasts: toasts.ref as never }
  const it = await start(bankTransfer, input, { actions: ['copy'] })
  return { ...it, wallet: wallet.heard, toasts: toasts.heard }
}
async function naming() {
  const it = await open()
  await it.send(copy())
  return it
}
async function saving(name = NAME) {
  const it = await naming()
  await it.send({ type: 'name.submit', bankAccountName: name })
  return it
}

describe('copying', () => {
  test('copies the text to the clipboard at once (R107)', async () => {
    const it = await open()
    await it.send({ ...copy(scb), text: '555-6667778' })
    expect([it.done, it.now().context.text, it.now().value]).toEqual([['copy'], '555-6667778', 'listed'])
  })

  test.each([
    [true, { type: 'toast.show', tone: 'good', text: 'copy.done' }],
    [false, { type: 'toast.show', tone: 'bad', text: 'copy.failed' }],
  ])('reports whether copying worked: %s (R399, R400)', async (isDone, toast) => {
    const it = await open()
    await it.send(copy(scb))
    expect(it.toasts).toEqual([])
    await it.send({ type: 'copy.ended', isDone })
    expect(it.toasts).toEqual([toast])
  })

  test('asks for the account name first where only an English one is recognised (R111, D-43)', async () => {
    const it = await naming()
    expect([it.now().value, it.done, it.fakes.calls]).toEqual(['naming', [], []])
  })

  test("copies at once while the member's own account is unknown (R111)", async () => {
    const it = await open()
    await it.send(copy(kbank, null))
    expect([it.now().value, it.done]).toEqual(['listed', ['copy']])
  })

  test('the name is optional: the player can copy without it, or cancel (R111)', async () => {
    const it = await naming()
    await it.send({ type: 'name.skip' })
    expect([it.now().value, it.done, it.now().context.text]).toEqual(['listed', ['copy'], kbank.bankAccountNo])
    await it.send(copy(), { type: 'name.leave' })
    expect([it.now().value, it.done, it.fakes.calls]).toEqual(['listed', ['copy'], []])
  })
})

describe('the account name', () => {
  test.each(['', '   ', 'ใจดี มีสุข', 'JAIDEE1', 'JAI-DEE', 'JAIDÉE', 'ใจดี MEESUK'])(
    'rejects %j and asks for English letters; typing clears the message (R260, R261, R262)',
    async (name) => {
      const it = await saving(name)
      expect([it.now().value, it.now().context.isWrong, it.waits('attempt')]).toEqual(['naming', true, false])
      await it.send({ type: 'name.type' })
      expect(it.now().context.isWrong).toBe(false)
    },
  )

  test("is sent for the member's bank, with a key of its own (R111, R261, D-43)", async () => {
    const it = await saving('  JAIDEE MEESUK ')
    expect(it.asked('attempt')).toMatchObject([
      { key: expect.stringMatching(/^[\da-f-]{36}$/), input: { bankCode: 'KTB', bankAccountName: NAME } },
    ])
  })

  test('once saved, re-reads the wallet; the next press copies (R111)', async () => {
    const it = await saving()
    await it.answer('attempt', done({}))
    expect([it.now().value, it.wallet, it.done]).toEqual(['named', [{ type: 'wallet.read' }], []])
    await it.send({ type: 'name.copy' })
    expect([it.now().value, it.done, it.now().context.text]).toEqual(['listed', ['copy'], kbank.bankAccountNo])
  })

  test('once saved, the player can leave without copying (R111)', async () => {
    const it = await saving()
    await it.answer('attempt', done({}))
    await it.send({ type: 'name.leave' })
    expect([it.now().value, it.done]).toEqual(['listed', []])
  })

  test('shows a refusal beside the field; typing clears it, and the next try has its own key (R262)', async () => {
    const it = await saving()
    await it.answer('attempt', refusal('BANK_ACCOUNT_NAME_ENG'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['naming', 'BANK_ACCOUNT_NAME_ENG'])
    expect(it.wallet).toEqual([{ type: 'wallet.read' }])
    await it.send({ type: 'name.type' })
    expect(it.now().context.failure).toBeNull()
    await it.send({ type: 'name.submit', bankAccountName: NAME })
    expect(new Set(it.asked('attempt').map(keyOf)).size).toBe(2)
  })

  test('returns to the list after the player has seen the outcome', async () => {
    const it = await saving()
    await it.answer('attempt', seen)
    expect(it.now().value).toBe('listed')
  })

  test('clears the message of one copy before the next (R262)', async () => {
    const it = await saving()
    await it.answer('attempt', refusal('BANK_ACCOUNT_NAME_ENG'))
    await it.send({ type: 'name.leave' }, copy())
    expect([it.now().value, it.now().context.failure]).toEqual(['naming', null])
    await it.send({ type: 'name.submit', bankAccountName: '' }, { type: 'name.leave' }, copy())
    expect(it.now().context.isWrong).toBe(false)
  })

  test('one press starts one attempt', async () => {
    const it = await saving()
    await it.send(
      { type: 'name.submit', bankAccountName: NAME },
      { type: 'name.skip' },
      { type: 'name.type' },
      copy(scb),
    )
    expect([it.asked('attempt').length, it.waits('attempt'), it.done]).toEqual([1, true, []])
  })

  test('without an answer the name keeps its value until the server answers', async () => {
    const it = await saving()
    await it.send({ type: 'attempt.unknown' })
    expect([it.now().value, it.now().context.failure, it.asked('attempt').length]).toEqual(['saving', null, 1])
  })

  test('the player need not wait for the answer: the wallet shows which name is stored (R111)', async () => {
    const it = await saving()
    await it.send({ type: 'name.leave' })
    expect([it.now().value, it.wallet, it.done]).toEqual(['listed', [{ type: 'wallet.read' }], []])
  })
})
