import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { Profile } from '#contract/profile.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { profileMachine } from '#machines/profile.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { overview, reading } from '#tests/kit/samples/wallet.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { data, devices, events, passkey, profile, password } = th
const onPassword = vi.fn()
/** The functions that open dialogs. A function is missing if the backend does not offer its dialog. */
type Opens = { onDevices?: () => void; onEvents?: () => void; onPasskeys?: () => void; onData?: () => void }

/** Renders the profile of a sample member. `wallet`: null while it loads, or the failure to load it. */
async function show(wallet: WalletOverview | Failure | null = overview, opens: Opens = {}) {
  const { onDevices, onEvents, onPasskeys, onData } = opens
  const lookup = fromPromise<Profile, undefined>(async () => ({
    _id: 'm1',
    name: 'Demo Player',
    username: '0812345678',
  }))
  const actor = createActor(profileMachine.provide({ actors: { lookup } })).start()
  const read = fromPromise(async () =>
    wallet && 'kind' in wallet ? Promise.reject(wallet) : { ...reading, overview: wallet },
  )
  const money = createActor(frozen(walletMachine, wallet ? { 'wallet.get': read } : {}), { input: { syncedAt: null } })
  money.start().send({ type: 'wallet.show' })
  await act(async () => {
    render(
      withLinks(
        <ProfileScreen
          actor={actor}
          wallet={money}
          onPassword={onPassword}
          onDevices={onDevices ?? null}
          onEvents={onEvents ?? null}
          onPasskeys={onPasskeys ?? null}
          onData={onData ?? null}
          hasCare={false}
          isPasswordUnsettled={false}
          children={null}
        />,
      ),
    )
    await settle()
  })
}
const facts = () =>
  screen.getAllByRole('term').map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.textContent])

test('the profile shows the member, the join date in Bangkok time, and the bank account (R128, R129, R130, R406, D-47)', async () => {
  await show()
  expect(facts()).toEqual([
    [profile.name, 'Demo Player'],
    [profile.username, '081-234-5678'],
    [profile.id, 'm1'],
    [profile.since, '02/01/2026 10:04:05'],
    [profile.accountName, 'DEMO PLAYER'],
    [profile.bank, 'กสิกรไทย'],
    [profile.accountNo, '123-456-7890'],
  ])
  expect(screen.queryByRole('status')).toBeNull()
})

test.each(['123456789', '12345678901', '6'])(
  'an account number that does not have exactly ten digits is shown as is: %s (R130)',
  async (no) => {
    await show({ ...overview, bankAccount: { ...overview.bankAccount, bankAccountNo: no } })
    within(screen.getByRole('region', { name: profile.account })).getByText(no)
  },
)

test('the bank’s name is marked as Thai in every language (R129)', async () => {
  await show()
  expect(screen.getByText('กสิกรไทย').lang).toBe('th')
})

test('all profile fields are read-only, and the page directs the player to support for corrections (R128, R129, D-07)', async () => {
  await show()
  expect(document.querySelectorAll('input, select, textarea, [contenteditable]')).toHaveLength(0)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(document.body.textContent).toContain(profile.fixed)
})

test('the change-password button opens the password dialog (R131)', async () => {
  await show()
  const lock = screen.getByRole('button', { name: password.change })
  expect(lock.querySelector('svg use')?.getAttribute('href')).toMatch(/lock$/)
  expect(lock).toHaveAttribute('aria-haspopup', 'dialog')
  await userEvent.click(lock)
  expect(onPassword).toHaveBeenCalledTimes(1)
})

test('a button opens the device list if the backend offers it (R563, R566)', async () => {
  const open = vi.fn()
  await show(overview, { onDevices: open })
  await userEvent.click(screen.getByRole('button', { name: devices.title }))
  expect(open).toHaveBeenCalledTimes(1)
})

test('a button opens the member’s data if the backend offers it (R611, R614)', async () => {
  const open = vi.fn()
  await show(overview, { onData: open })
  await userEvent.click(screen.getByRole('button', { name: data.title }))
  expect(open).toHaveBeenCalledTimes(1)
})

test('the profile shows placeholders while the wallet data loads (R128)', async () => {
  await show(null)
  expect(facts().map(([, value]) => value)).toEqual(['Demo Player', '081-234-5678', 'm1', '', '', '', ''])
  screen.getByRole('status', { name: th.state.loading })
})

test('the profile reports that the wallet failed to load, and offers a retry (R129, D-48)', async () => {
  await show(noAnswer)
  expect(facts().map(([, value]) => value)).toEqual(['Demo Player', '081-234-5678', 'm1', '–'])
  screen.getByRole('heading', { name: profile.accountFailed })
  screen.getByRole('button', { name: th.action.retry })
})

test('the profile has a button for the security events if the backend offers them (R647, R652)', async () => {
  const open = vi.fn()
  await show(overview, { onEvents: open })
  await act(async () => screen.getByRole('button', { name: events.title }).click())
  expect(open).toHaveBeenCalledOnce()
})

test('the profile has a button for the passkeys if the backend supports them (R627)', async () => {
  const open = vi.fn()
  await show(overview, { onPasskeys: open })
  await userEvent.click(screen.getByRole('button', { name: passkey.title }))
  expect(open).toHaveBeenCalledOnce()
})
