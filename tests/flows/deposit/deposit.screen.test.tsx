import { act, render, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { createEmptyActor, fromPromise } from 'xstate'
import { QR_RULES, type QrCode, type QrProvider } from '#contract/qr.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { CurrencyContext } from '#src/components/use-money.ts'
import { MainWallet } from '#src/features/deposit/main-wallet.tsx'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { press, words } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './deposit.model.ts'
import { children, labels, Page } from './deposit.screen.tsx'

const { bank, gift, slip } = th

beforeAll(speakThai)
beforeAll(disableAnimations)

test('the deposit dialog passes the deposit methods to the gift and bank tabs (R3, R105, D-11)', async () => {
  const ends = {
    wallet: createEmptyActor() as never,
    toasts: createEmptyActor() as never,
    rules: QR_RULES,
    asksPassword: false,
  }
  const keep = Object.fromEntries(Object.entries(children).map(([name, { logic }]) => [name, logic]))
  const app = await start(model, { ...ends, pending: { gift: null, slip: null } }, { keep })
  render(<Page actor={app.actor} />)
  await act(() => app.answer('lookup.deposit', { ...ways, banks: [], wallets: [], isManual: true }))
  await press(labels.gift, 'tab')()
  expectSeen(gift.none)
  await press(labels.bank, 'tab')()
  expectSeen(bank.empty, slip.manual)
})

it('the deposit dialog recommends the first QR provider, and shows the minimum amount of each provider (R109, R270)', async () => {
  const ends = { wallet: createEmptyActor() as never, toasts: createEmptyActor() as never, rules: QR_RULES }
  const none = fromPromise<QrCode, { provider: QrProvider }>(async () => ({ hasQrcode: false }))
  const keep = {
    ...Object.fromEntries(Object.entries(children).map(([name, { logic }]) => [name, logic])),
    qrDeposit: qrDepositMachine.provide({ actors: { 'qr.get': none } }),
  }
  const app = await start(model, { ...ends, pending: { gift: null, slip: null } }, { keep })
  render(<Page actor={app.actor} />)
  await act(() => app.answer('lookup.deposit', ways))
  expect(screen.getByRole('tab', { name: /^KBANK/ })).toHaveAccessibleName('KBANK แนะนำ · ขั้นต่ำ ฿10')
  expect(screen.getByRole('tab', { name: /^WW/ })).toHaveAccessibleName('WW ขั้นต่ำ ฿100')
})

describe('the main wallet in the deposit dialog', () => {
  /** Renders the main wallet with this overview, or before it is loaded if `of` is null. */
  async function show(of: WalletOverview | null, hasLimits = true) {
    const wallet = knownWallet(of)
    await act(settle)
    render(
      withLinks(
        <CurrencyContext value={of?.bankAccount.currency ?? 'BAHT'}>
          <MainWallet wallet={wallet} hasLimits={hasLimits} />
        </CurrencyContext>,
      ),
    )
    return screen.getByRole('definition')
  }

  it('shows its name and balance (R630)', async () => {
    expect((await show(overview)).textContent).toBe('฿1,500.50')
    expect(words()).toContain(th.home.main)
  })

  it('shows its balance in the account’s currency (R630)', async () => {
    const balance = await show({ ...overview, bankAccount: { ...overview.bankAccount, currency: 'LAK' } })
    expect(balance.textContent).toBe('₭1,500.50')
  })

  it('shows no amount before the balance is known (R630)', async () => {
    expect((await show(null)).textContent).toBe('')
  })

  it('links to the limits if the backend has limits (R631)', async () => {
    await show(overview)
    expect(screen.getByRole('link', { name: th.deposit.limits }).getAttribute('href')).toBe('/user/care')
  })

  it('has no link on a backend without limits (R631)', async () => {
    await show(overview, false)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
