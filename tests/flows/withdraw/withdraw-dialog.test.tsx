import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ActorRefFrom, createActor, createEmptyActor, SimulatedClock } from 'xstate'
import { type Satang, satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import type { walletMachine } from '#machines/wallet.machine.ts'
import type { BonusWarning } from '#machines/withdraw.machine.ts'
import { WithdrawDialog } from '#src/features/withdraw/withdraw-dialog.tsx'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import walletModel from '#tests/flows/wallet/wallet.model.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED, pendingOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { overview, partial, reading, slot } from '#tests/kit/samples/wallet.ts'
import { facts, plain, sight, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './withdraw.model.ts'

beforeAll(speakThai)

const { withdraw, money, home, profile, action, nav } = th
const LIMITS = { withdrawMin: 12_350, withdrawMax: 200_000 }

type Wallet = ActorRefFrom<typeof walletMachine>
type Shown = {
  pending?: { amount: Satang }
  of?: WalletOverview | null
  warning?: BonusWarning | null
  wallet?: Wallet
  minutes?: number
}
const onBringBack = vi.fn()
beforeEach(() => onBringBack.mockClear())
/** Renders the dialog with this wallet and the sample limits, and returns its calls. */
async function show({ pending, of = overview, warning = null, wallet = knownWallet(of), minutes }: Shown = {}) {
  const outside = new Fakes()
  const fakes = new Fakes()
  const machine = fakes.provide(model, { attempt: outside.provide(attempt, KEYED) })
  const input = { wallet: createEmptyActor() as never, pending: pending ? pendingOf(pending) : null }
  const actor = createActor(machine, { input }).start()
  await act(async () => {
    render(
      <MemoryRouter>
        <WithdrawDialog actor={actor} wallet={wallet} onClose={() => {}} onBringBack={onBringBack} />
      </MemoryRouter>,
    )
    await settle()
  })
  await screen.findByRole('dialog')
  await act(async () => {
    fakes.waiting.get('read')?.resolve({ limits: { ...LIMITS, minutes }, warning })
    await settle()
  })
  return outside
}
const amount = () => screen.getByLabelText<HTMLInputElement>(money.amount)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const limits = [withdraw.limits, '฿123.50 – 2,000.00']
const balance = [home.main, '฿1,500.50']
const account = [withdraw.account, 'กสิกรไทย 123-456-7890']

test('the withdraw dialog shows the limits, the balance and the destination (R114, R168, R113)', async () => {
  await show()
  expect(facts()).toEqual([limits, balance, account])
  expect(screen.getByText('กสิกรไทย').lang).toBe('th')
})

test('the withdraw dialog and its result say how long a withdrawal usually takes, if the backend sends that (R660)', async () => {
  const usual = withdraw.usual.replace('{{minutes}}', '15')
  const outside = await show({ minutes: 15 })
  expectSeen(usual)
  await press(money.all)
  await press(withdraw.submit)
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: withdraw.submit }))
  await act(async () => {
    outside.take('call').resolve({})
    await settle()
  })
  expect(plain(screen.getByRole('alertdialog', { name: withdraw.done }).textContent)).toContain(plain(usual))
})

test('until the turnover of a bonus is reached, the withdraw dialog shows what is left of it and the conditions, and has no form (R25, R115, R662, D-45)', async () => {
  await show({ warning: { notice: 'ยอดเล่นเสียนับ 50%', remaining: satang(25_000) } })
  expectSeen(withdraw.whole, th.bonus.remaining.replace('{{amount}}', '250.00\u00A0บาท'), 'ยอดเล่นเสียนับ 50%')
  expect(screen.queryByLabelText(money.amount)).toBeNull()
})

test('the withdraw dialog does not mention the turnover once it is met (R25, D-16)', async () => {
  await show({ warning: { notice: 'ยอดเล่นเสียนับ 50%', remaining: satang(0) } })
  expectSeen(withdraw.whole)
  expect(sight([th.bonus.remaining.replace('{{amount}}', '0.00\u00A0บาท')]).sees).toEqual([])
})

test('the withdraw dialog does not mention a bonus if none is active (R25)', async () => {
  await show()
  expect(sight([withdraw.whole]).sees).toEqual([])
})

test('the withdraw dialog reserves space for the balance and the destination until the wallet is read (R114)', async () => {
  await show({ of: null })
  expect(facts()).toEqual([limits, [home.main, ''], [withdraw.account, '']])
  expect(screen.getByRole('button', { name: money.all })).toHaveProperty('disabled', true)
})

test('the withdraw dialog shows no limits after a reload until they are loaded (R114)', async () => {
  await show({ pending: { amount: satang(50_000) } })
  expect(facts()).toEqual([balance, account])
})

test('the "all" button enters the whole balance, which can then be submitted (R113)', async () => {
  await show()
  await press(money.all)
  expect(amount()).toHaveValue('1,500.50')
  await press(withdraw.submit)
  screen.getByRole('alertdialog', { name: withdraw.confirm.replace('{{amount}}', '1,500.50\u00A0บาท') })
})

test.each([
  ['R267', '123.49', withdraw.minimum.replace('{{min}}', '123.50\u00A0บาท')],
  ['R267', '', withdraw.minimum.replace('{{min}}', '123.50\u00A0บาท')],
  ['R268', '2000.01', withdraw.maximum.replace('{{max}}', '2,000.00\u00A0บาท')],
])(
  `the withdraw dialog rejects an amount outside the server’s limits and shows the limit (%s): "%s"`,
  async (_, text, message) => {
    await show({ of: { ...overview, wallet: { amount: satang(300_000) } } })
    if (text) await userEvent.type(amount(), text)
    await press(withdraw.submit)
    expect(sight([]).alerts).toEqual([plain(message)])
    expect(amount()).toHaveAttribute('aria-invalid', 'true')
  },
)

test('the confirmation shows the amount and the account, and going back keeps the amount (R113)', async () => {
  await show()
  await userEvent.type(amount(), '500')
  await userEvent.keyboard('{Enter}')
  const question = screen.getByRole('alertdialog', { name: withdraw.confirm.replace('{{amount}}', '500.00\u00A0บาท') })
  expectSeen(`${profile.bank} กสิกรไทย ${profile.accountNo} 123-456-7890`)
  await userEvent.click(within(question).getByRole('button', { name: action.back }))
  expect(amount()).toHaveValue('500')
})

/** The alert about an amount above the main wallet, with the amounts in the main wallet and in games. */
const said = (main: string, games = '') =>
  plain(
    (games ? withdraw.tooMuchGames : withdraw.tooMuch)
      .replace('{{main}}', `${main}\u00A0บาท`)
      .replace('{{games}}', `${games}\u00A0บาท`),
  )

describe('comparing the amount with the main wallet', () => {
  const alerts = () => sight([]).alerts
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: withdraw.submit })
  /** Creates a wallet whose requests stay pending until the test answers them. */
  function openWallet() {
    const fakes = new Fakes()
    const wallet = createActor(fakes.provide(walletModel), { input: { syncedAt: null } }).start()
    wallet.send({ type: 'wallet.read' })
    const then = (end: (read: ReturnType<Fakes['take']>) => void) =>
      act(async () => {
        end(fakes.take('wallet.get'))
        await settle()
      })
    return {
      wallet,
      answer: (main: number) =>
        then((read) => read.resolve({ ...reading, overview: { ...overview, wallet: { amount: main } } })),
      fail: () => then((read) => read.reject(noAnswer)),
      readAgain: () => act(async () => wallet.send({ type: 'wallet.read' })),
    }
  }

  it('disables the button if the amount is higher, and shows how much is in the wallet and in games (R113, R114)', async () => {
    await show()
    await userEvent.type(amount(), '1500.51')
    expect(button().disabled).toBe(true)
    expect(alerts()).toEqual([said('1,500.50', '820.25')])
    expect(amount()).toHaveAttribute('aria-invalid', 'true')
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('leaves the button enabled if the amount equals the balance (R113)', async () => {
    await show()
    await userEvent.type(amount(), '1500.50')
    expect(button().disabled).toBe(false)
    expect(alerts()).toEqual([])
  })

  it('mentions no balance in games if there is none (R114)', async () => {
    await show({ of: { ...overview, wallet: { amount: satang(0) }, slots: [] } })
    await userEvent.type(amount(), '500')
    expect(alerts()).toEqual([said('0.00')])
  })

  it('shows how many game accounts are missing from the amount in games (R114, R161)', async () => {
    await show({ of: partial })
    const without = plain(th.home.without.replace('{{n}}', '1'))
    expect(words()).not.toContain(without)
    await userEvent.type(amount(), '1600')
    expect(button().disabled).toBe(true)
    expect(words()).toContain(without)
  })

  it('continues while the balance is reloaded in the background (R598)', async () => {
    const moving = { ...overview, underWay: [{ kind: 'slip' as const, status: 'PENDING' as const, createdAt: '2026' }] }
    const clock = new SimulatedClock()
    const fakes = new Fakes()
    const wallet = createActor(fakes.provide(walletModel), { clock, input: { syncedAt: null } }).start()
    wallet.send({ type: 'wallet.read' })
    await act(async () => {
      fakes.take('wallet.get').resolve({ ...reading, overview: moving })
      await settle()
    })
    await show({ wallet })
    await userEvent.type(amount(), '1600')
    await act(async () => {
      clock.increment(60_000)
      await settle()
    })
    expect(wallet.getSnapshot().matches({ overview: 'checking' })).toBe(true)
    expect(button().disabled).toBe(true)
  })

  it('does not block the form while the balance is unknown, and is repeated whenever a balance arrives (R114)', async () => {
    const { wallet, answer, readAgain } = openWallet()
    await show({ wallet })
    await userEvent.type(amount(), '500')
    expect(button().disabled).toBe(false)
    await answer(0)
    expect(button().disabled).toBe(true)
    expect(alerts()).toEqual([said('0.00', '820.25')])
    await readAgain()
    expect(button().disabled).toBe(false)
    expect(alerts()).toEqual([])
    await answer(50_000)
    expect(button().disabled).toBe(false)
    expect(alerts()).toEqual([])
  })

  it('does not block the form while only an earlier balance is known (R83, R114)', async () => {
    const { wallet, answer, readAgain, fail } = openWallet()
    await show({ wallet })
    await answer(0)
    await readAgain()
    await fail()
    await userEvent.type(amount(), '500')
    expect(facts()).toContainEqual([home.main, '฿0.00'])
    expect(button().disabled).toBe(false)
    await press(withdraw.submit)
    screen.getByRole('alertdialog', { name: withdraw.confirm.replace('{{amount}}', '500.00\u00A0บาท') })
  })

  it('prevents the request if the balance falls below the amount before the confirmation, and the dialog returns to the amount (R113)', async () => {
    const { wallet, answer, readAgain } = openWallet()
    const outside = await show({ wallet })
    await answer(50_000)
    await userEvent.type(amount(), '500')
    await press(withdraw.submit)
    await readAgain()
    await answer(49_999)
    const question = within(screen.getByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: withdraw.submit }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(alerts()).toEqual([said('499.99', '820.25')])
    expect(button().disabled).toBe(true)
    expect(outside.calls).toEqual([])
  })
})

describe('the offer to transfer money back from a game', () => {
  /** The button that opens the transfer from a game. */
  const bringBack = (amount: string, game: string) =>
    screen.queryByRole('button', {
      name: withdraw.bringBack.replace('{{amount}}', `${amount}\u00A0บาท`).replace('{{game}}', game),
    })

  it('suggests the game with the highest balance (R599)', async () => {
    const slots = [slot('lotto', { amount: satang(5_000) }), slot('pg'), slot('joker', { amount: satang(10_000) })]
    await show({ of: { ...overview, slots } })
    expect(bringBack('820.25', 'pg')).toBeNull()
    await userEvent.type(amount(), '1600')
    await userEvent.click(bringBack('820.25', 'pg') ?? amount())
    expect(onBringBack.mock.calls).toEqual([['pg']])
  })

  it('appears before an amount is entered if the main wallet is below the minimum (R599)', async () => {
    await show({ of: { ...overview, wallet: { amount: satang(12_349) } } })
    expect(bringBack('820.25', 'pg')).not.toBeNull()
    expect(words()).toContain(said('123.49', '820.25'))
  })

  it.each([
    ['holds the minimum', { wallet: { amount: satang(12_350) } }],
    ['is empty, as are the games', { wallet: { amount: satang(0) }, slots: [slot('pg', { amount: satang(0) })] }],
    [
      'is empty, and the game with money is closed',
      { wallet: { amount: satang(0) }, slots: [slot('pg', { isActive: false })] },
    ],
  ])('does not appear if the main wallet %s (R599)', async (_, of) => {
    await show({ of: { ...overview, ...of } })
    expect(bringBack('820.25', 'pg')).toBeNull()
    expect(screen.queryByText(new RegExp(withdraw.bringBack.split('{{')[0] ?? ''))).toBeNull()
  })

  it('does not appear while the turnover of a bonus locks the money in the games (R599)', async () => {
    const of = { ...overview, wallet: { amount: satang(0) } }
    await show({ of, warning: { notice: '', remaining: satang(1) } })
    expect(bringBack('820.25', 'pg')).toBeNull()
  })

  it('appears once the turnover is met (R599)', async () => {
    const of = { ...overview, wallet: { amount: satang(0) } }
    await show({ of, warning: { notice: '', remaining: satang(0) } })
    expect(bringBack('820.25', 'pg')).not.toBeNull()
  })

  it('does not appear while a withdrawal is being sent (R599)', async () => {
    await show({ pending: { amount: satang(50_000) }, of: { ...overview, wallet: { amount: satang(0) } } })
    expect(bringBack('820.25', 'pg')).toBeNull()
  })
})

test('on a phone, the second tap of a double tap on the submit button does not confirm the withdrawal', async () => {
  const { innerWidth, innerHeight } = window
  // with reduced motion, the confirmation replaces the button immediately
  document.documentElement.style.setProperty('--calm', '0ms')
  await page.viewport(390, 844)
  try {
    const outside = await show()
    await userEvent.type(amount(), '500')
    await userEvent.dblClick(screen.getByRole('button', { name: withdraw.submit }))
    screen.getByRole('alertdialog', { name: withdraw.confirm.replace('{{amount}}', '500.00\u00A0บาท') })
    expect(outside.calls).toEqual([])
  } finally {
    document.documentElement.style.removeProperty('--calm')
    await page.viewport(innerWidth, innerHeight)
  }
})

test('an accepted withdrawal shows the amount, the destination, the waiting time and a link to the statement (R398)', async () => {
  const outside = await show({ pending: { amount: satang(100_050) } })
  await act(async () => {
    outside.take('call').resolve({})
    await settle()
  })
  const alert = screen.getByRole('alertdialog', { name: withdraw.done })
  expectSeen('฿1,000.50', withdraw.wait)
  expect(facts()).toEqual([
    [profile.bank, 'กสิกรไทย'],
    [profile.accountNo, '123-456-7890'],
  ])
  expect(within(alert).getByText('กสิกรไทย').lang).toBe('th')
  expect(within(alert).getByRole('link', { name: nav.statement })).toHaveAttribute('href', '/user/statement')
})
