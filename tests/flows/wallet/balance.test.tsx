import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor } from 'xstate'
import { satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { walletMachine } from '#machines/wallet.machine.ts'
import { Balance } from '#src/features/wallet/balance.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { settle } from '#tests/kit/run.ts'
import { lastBalance, overview, slot } from '#tests/kit/samples/wallet.ts'
import { facts, plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { home } = th
/** 100.25 in the main wallet, 4,000 and 0.50 in two games, and a closed account that adds nothing. */
const member: WalletOverview = {
  ...overview,
  wallet: { amount: satang(10_025) },
  slots: [
    slot('pg', { name: 'Moonreel', amount: satang(400_000) }),
    slot('joker2', { name: 'Emberfox', amount: satang(50) }),
    slot('lotto', { isActive: false, amount: satang(0) }),
  ],
}
it('the balance card shows no greeting if the name cannot be read (R81, R158)', async () => {
  await act(async () => {
    render(<Balance actor={knownWallet({ ...member, profile: { ...member.profile, name: '' } })} onOpen={() => {}} />)
    await settle()
  })
  expect(facts()).toHaveLength(2)
  expect(document.body.textContent).not.toContain(home.hello.replace('{{name}}', '').trim())
})

it('the balance card shows how many game accounts are missing from the total, even if the total is from the last visit (R161, D-60)', () => {
  const actor = createActor(frozen(walletMachine), { input: { syncedAt: 1, last: { ...lastBalance, unread: 2 } } })
  render(<Balance actor={actor.start()} onOpen={() => {}} />)
  expect(plain(document.body.textContent ?? '')).toContain(plain(home.without.replace('{{n}}', '2')))
})

it('the balance card shows the main wallet and the games, each with its amount, and their sum as the total (R81, R82)', async () => {
  await act(async () => {
    render(<Balance actor={knownWallet(member)} onOpen={() => {}} />)
    await settle()
  })
  expect(facts()).toEqual([
    [home.main, '100.25'],
    [home.games, '4,000.50'],
  ])
  expect(plain(screen.getByText('4,100').closest('p')?.textContent ?? '')).toBe('฿4,100.75')
})

it('the balance card has a withdraw button and a transfer button (R89, R99, R4)', async () => {
  const onOpen = vi.fn()
  render(<Balance actor={knownWallet()} onOpen={onOpen} />)
  for (const name of [home.withdraw, home.transfer]) await userEvent.click(await screen.findByRole('button', { name }))
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'withdraw' }], [{ dialog: 'transfer' }]])
})
