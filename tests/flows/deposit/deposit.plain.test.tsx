import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap, textOf } from '#tests/kit/plain-page.tsx'
import { click, fill } from '#tests/kit/screen.ts'

const { bank, qr, gift, deposit } = th
const DEMO = '0812345678'
const plain = eachPlainPage()

it('the deposit dialog shows the balance of the main wallet above the deposit methods (R630)', async () => {
  await plain().open('/user/home?dialog=deposit')
  const dialog = await screen.findByRole('dialog', { name: th.page.deposit })
  await waitFor(() => expect(textOf(within(dialog).getByRole('definition'))).toBe('฿1,500.30'))
})

it('the deposit dialog has no link to limits on a backend without limits (R631, R634)', async () => {
  await plain().open('/user/home?dialog=deposit')
  const dialog = await screen.findByRole('dialog', { name: th.page.deposit })
  within(dialog).getByRole('button', { name: qr.create })
  expect(screen.queryByRole('link', { name: deposit.limits })).toBeNull()
  expect(screen.queryByRole('link', { name: th.home.limits })).toBeNull()
})

it('the deposit dialog shows the name and number of each account, and lets the player copy both (R106, R107)', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await plain().open('/user/home?dialog=deposit')
  await tap(deposit.bank, 'tab')
  await says('012-345-6789')
  // the step that contains the accounts is a list item, too
  const isBank = (item: HTMLElement) => within(item).queryAllByLabelText(bank.copyNo).length === 1
  const banks = screen.getAllByRole('listitem').filter(isBank)
  expect(banks.map(textOf)).toEqual([
    expect.stringMatching(/KBANK.*012-345-6789.*บจก. ผู้ให้บริการ/),
    expect.stringMatching(/SCB.*404-555-6667.*บจก. ผู้ให้บริการ/),
  ])
  for (const name of [bank.copyNo, bank.copyName]) await click(screen.getAllByRole('button', { name })[1])
  await says(th.copy.done)
  expect(copied).toEqual(['4045556667', 'บจก. ผู้ให้บริการ'])
})

it('the deposit dialog sends a gift link for the wallet in AUTO mode (R166)', async () => {
  await plain().open('/user/home?dialog=deposit')
  await tap(deposit.gift, 'tab')
  await fill(gift.link, 'https://gift.truemoney.com/campaign/?v=a-100')
  await tap(gift.submit)
  await says(gift.received)
  expect(plain().site.named(DEMO).main).toBe(160_030)
})

describe('a QR code', () => {
  /** Gives the member a QR code from this provider that expires in 90 s. */
  const hasCode = (provider: string) =>
    plain()
      .site.named(DEMO)
      .codes.set(provider, { qrcodeId: 'code-1', amount: 10_000, ends: Date.now() + 90_000 })

  it('counts down in mm:ss and disappears at 00:00 (R215, R216)', async () => {
    hasCode('KBANK')
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
      shouldAdvanceTime: true,
    })
    await plain().open('/user/home?dialog=deposit')
    await vi.advanceTimersByTimeAsync(1_000)
    const shown = async () => textOf(await screen.findByRole('timer'))
    const first = await shown()
    expect(first).toMatch(/01:(30|2\d)/)
    await vi.advanceTimersByTimeAsync(1_000)
    const at = Number(first.slice(-2))
    expect(await shown()).toBe(first.replace(/\d\d$/, String(at - 1)))
    await vi.advanceTimersByTimeAsync(90_000)
    vi.useRealTimers()
    await says(qr.expired)
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('has an "I have paid" button that closes the dialog and shows a message about the refresh (R218)', async () => {
    hasCode('KBANK')
    await plain().open('/user/home?dialog=deposit')
    await tap(qr.transferred)
    await says(qr.done)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(plain().place()).toBe('/user/home')
  })

  it('causes every other provider to reload when its tab is next opened after the code is created (R219)', async () => {
    await plain().open('/user/home?dialog=deposit')
    await tap(/^PAYTIMZ/, 'tab')
    await fill(qr.amount, '100')
    await tap(qr.create)
    await says(qr.waiting)
    for (const provider of ['KBANK', 'WW', 'PAYONEX', 'FP']) {
      expect(plain().count(`GET /api/qrcode/${provider}`), provider).toBe(1)
      await tap(new RegExp(`^${provider}\\b`), 'tab')
      await waitFor(() => expect(plain().count(`GET /api/qrcode/${provider}`), provider).toBe(2))
    }
  })
})
