import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { spinActiveMachine } from '#machines/spin-active.machine.ts'
import { Widgets } from '#src/features/wallet/widgets.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { press } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { home, spin } = th

/** Renders the widgets with the wheel on or off, for a wallet with this overview. */
async function show(isOn: boolean, of: WalletOverview | null = overview) {
  const onOpen = vi.fn()
  const wallet = knownWallet(of)
  const wheel = createActor(frozen(spinActiveMachine, { lookup: fromPromise(async () => isOn) })).start()
  await act(async () => {
    render(
      <MemoryRouter>
        <Widgets wallet={wallet} wheel={wheel} onOpen={onOpen} />
      </MemoryRouter>,
    )
    await settle()
  })
  await screen.findByText(home.invite)
  return { onOpen, wallet }
}

test('the wheel widget is a link that shows the number of coins (R90)', async () => {
  await show(true)
  expect(screen.getByRole('link', { name: `${home.wheel} ${spin.coins} 3` })).toHaveAttribute('href', '/user/spin')
  expect(screen.queryByRole('button', { name: home.refreshAll })).toBeNull()
})

test('the wheel widget does not show an unknown number of coins as zero (R90)', async () => {
  await show(true, null)
  screen.getByRole('link', { name: home.wheel })
})

test('while the wheel is off, a button refreshes all balances and ignores presses during a refresh (R91)', async () => {
  const { wallet } = await show(false)
  const send = vi.spyOn(wallet, 'send')
  const button = screen.getByRole('button', { name: home.refreshAll })
  await press(home.refreshAll)()
  expect([send.mock.calls, button.getAttribute('aria-disabled')]).toEqual([[[{ type: 'wallet.refresh' }]], 'true'])
  await press(home.refreshAll)()
  expect(send).toHaveBeenCalledTimes(1)
})

test('the widgets for invites, bonuses and refunds open the matching dialog or page (R92, R93, R94)', async () => {
  const { onOpen } = await show(true)
  await press(home.invite)()
  await press(home.refund)()
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'invite' }], [{ dialog: 'refund' }]])
  expect(screen.getByRole('link', { name: home.bonus })).toHaveAttribute('href', '/user/bonus')
})
