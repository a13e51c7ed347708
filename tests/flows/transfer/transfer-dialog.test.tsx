import { act, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor } from 'xstate'
import { type Satang, satang } from '#contract/money.ts'
import { TRANSFER_MIN, WALLET } from '#contract/transfer.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { TransferDialog } from '#src/features/transfer/transfer-dialog.tsx'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED, pendingOf } from '#tests/kit/samples/attempt.ts'
import { maintenance, noAnswer } from '#tests/kit/samples/failures.ts'
import { overview, slot } from '#tests/kit/samples/wallet.ts'
import { facts, plain, sight } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './transfer.model.ts'

beforeAll(speakThai)

const { transfer, money, home } = th
const rich: WalletOverview = {
  ...overview,
  slots: [
    slot('pg', { name: 'Moonreel' }),
    slot('joker2', { name: 'Emberfox', amount: satang(0), background: 'javascript:alert(1)' }),
    slot('lotto', { isActive: false, name: 'Orbiten' }),
  ],
}
const onClose = vi.fn()
beforeEach(() => onClose.mockReset())

type Shown = { to?: string; pending?: { from: string; to: string; amount: Satang }; of?: WalletOverview | null }
/** Renders the dialog with this wallet, and returns its calls. */
async function show({ to = '', pending, of = rich }: Shown = {}) {
  const outside = new Fakes()
  const machine = new Fakes().provide(model, { attempt: outside.provide(attempt, KEYED) })
  const ref = createEmptyActor() as never
  const input = { wallet: ref, to, least: TRANSFER_MIN, pending: pending ? pendingOf(pending) : null }
  const actor = createActor(machine, { input }).start()
  await act(async () => {
    render(<TransferDialog actor={actor} wallet={knownWallet(of)} onClose={onClose} />)
    await settle()
  })
  return outside
}
const end = (label: string) => {
  const list = screen.getByLabelText<HTMLSelectElement>(label)
  const box = list.parentElement as HTMLElement
  const there = box.querySelector('.number')?.textContent
  return { list, box, there, options: [...list.options].map(({ text }) => text) }
}
const amount = () => screen.getByLabelText<HTMLInputElement>(money.amount)
const button = (name: string) => screen.getByRole('button', { name })

test('both lists of the transfer dialog offer the main wallet and every open game account, with their balances (R112)', async () => {
  await show({ to: 'pg' })
  const all = [transfer.choose, home.main, 'Moonreel', 'Emberfox']
  for (const label of [transfer.from, transfer.to]) expect(end(label).options).toEqual(all)
  expect([end(transfer.from).list.value, end(transfer.to).list.value]).toEqual([WALLET, 'pg'])
  expect([end(transfer.from).there, end(transfer.to).there]).toEqual(['1,500.50', '820.25'])
})

test('the transfer dialog shows a placeholder when nothing is chosen, and does not load images from unsafe addresses (R112)', async () => {
  await show({ to: 'joker2' })
  expect(end(transfer.to).box.querySelector('img')).toBeNull()
  await userEvent.selectOptions(end(transfer.to).list, 'pg')
  expect(end(transfer.to).box.querySelector('img')).toHaveAttribute('src', '/games/moonreel.svg')
  await userEvent.selectOptions(end(transfer.to).list, '')
  expect(end(transfer.to).box.querySelector('[data-none]')).toHaveTextContent(transfer.choose)
})

test('the submit button shows the amount, and the transfer dialog shows both resulting balances (R112)', async () => {
  await show({ to: 'pg' })
  expect(button(transfer.submit)).toHaveAccessibleName(transfer.submit)
  expect(facts()).toEqual([])
  await userEvent.type(amount(), '1000.5')
  button(`${transfer.submit} ฿1,000.50`)
  expect(facts()).toEqual([
    [money.afterwards.replace('{{place}}', home.main), '฿500.00'],
    [money.afterwards.replace('{{place}}', 'Moonreel'), '฿1,820.75'],
  ])
  await userEvent.type(amount(), '9')
  expect([amount().value, facts().length]).toEqual(['1000.59', 2])
  await userEvent.selectOptions(end(transfer.from).list, 'pg')
  expect(facts()).toEqual([])
})

test('the transfer dialog shows no resulting balances if the amount exceeds the balance of the source (R266)', async () => {
  await show({ to: 'pg' })
  await userEvent.type(amount(), '1500.51')
  expect(facts()).toEqual([])
})

test('the transfer dialog hides the resulting balances while the outcome is unknown, because the money may already have moved (R395)', async () => {
  const outside = await show({ pending: { from: WALLET, to: 'pg', amount: satang(100) } })
  expect(facts()).toEqual([])
  await act(async () => {
    outside.take('call').reject(noAnswer)
    await settle()
  })
  expectSeen(money.unknown)
  expect(facts()).toEqual([])
})

test('the transfer dialog shows a server error’s message next to the unknown outcome (R388)', async () => {
  const outside = await show({ pending: { from: WALLET, to: 'pg', amount: satang(100) } })
  await act(async () => {
    outside.take('call').reject(maintenance)
    await settle()
  })
  expectSeen(money.unknown, maintenance.message)
})

test('the "all" button enters the whole balance of the source, and is disabled if that balance is zero', async () => {
  await show({ to: 'pg' })
  await userEvent.click(button(money.all))
  expect(amount()).toHaveValue('1,500.50')
  await userEvent.selectOptions(end(transfer.from).list, 'joker2')
  expect(button(money.all)).toHaveProperty('disabled', true)
})

test('the transfer dialog shows each error next to its field (R264, R265, R266)', async () => {
  await show()
  await userEvent.click(button(transfer.submit))
  expect(sight([]).alerts).toEqual([plain(transfer.unchosen)])
  expect(end(transfer.from).box.parentElement).toHaveAttribute('data-invalid')
  await userEvent.selectOptions(end(transfer.to).list, WALLET)
  await userEvent.click(button(transfer.submit))
  expect(sight([]).alerts).toEqual([plain(transfer.same)])
  await userEvent.selectOptions(end(transfer.to).list, 'pg')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(button(transfer.submit))
  expect(sight([]).alerts).toEqual([plain(transfer.least.replace('{{min}}', '1.00\u00A0บาท'))])
  expect(amount()).toHaveAttribute('aria-invalid', 'true')
  expect(end(transfer.from).box.parentElement).not.toHaveAttribute('data-invalid')
})

test('the transfer dialog offers no wallets or games if it opens before the wallet is loaded', async () => {
  await show({ of: null })
  expect(end(transfer.from).options).toEqual([transfer.choose])
  expect(button(money.all)).toHaveProperty('disabled', true)
})

test.each([
  [{ from: WALLET, to: 'pg', amount: satang(100_050) }, '฿1,000.50', `${home.main} → Moonreel`],
  [{ from: 'joker2', to: WALLET, amount: satang(100) }, '฿1.00', `Emberfox → ${home.main}`],
  // a game that has since been removed
  [{ from: 'gone', to: 'pg', amount: satang(100) }, '฿1.00', 'gone → Moonreel'],
])(
  'the transfer dialog shows the amount, source and destination after a successful transfer: %o (R397)',
  async (pending, sum, way) => {
    const outside = await show({ pending })
    await act(async () => {
      outside.take('call').resolve({})
      await settle()
    })
    screen.getByRole('alertdialog', { name: transfer.done })
    expectSeen(sum, way)
  },
)

test('the transfer dialog calls onClose once when the player closes it', async () => {
  await show()
  await userEvent.click(button(th.action.close))
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('while a bonus keeps the money in the games, a transfer out of a game says how much turnover is left and cannot be submitted (R665)', async () => {
  const outside = await show({ to: 'pg', of: { ...rich, turnover: satang(25_000) } })
  const bound = transfer.bound.replace('{{amount}}', '250.00\u00A0บาท')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${transfer.submit}`) })
  expect([sight([bound]).sees, submit().disabled]).toEqual([[], false])
  await userEvent.click(button(transfer.swap))
  await userEvent.type(amount(), '5{Enter}')
  expectSeen(bound)
  expect(submit().disabled).toBe(true)
  expect(outside.calls).toEqual([])
})
