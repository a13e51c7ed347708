import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createEmptyActor, fromPromise } from 'xstate'
import { satang } from '#contract/money.ts'
import type { Refund, RefundCheck } from '#contract/refund.ts'
import th from '#locales/th.json'
import type { Page } from '#machines/lib/paged-list.ts'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { RefundDialog } from '#src/features/refund/refund-dialog.tsx'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { facts, sight } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model, { some } from './refund.model.ts'

beforeAll(async () => {
  await speakThai()
  await import('dompurify')
})

const { refund } = th

/** Renders the dialog with sample data, overridden by `more`, and this refund log. */
async function show(more: Partial<RefundCheck> = {}, refunds: Refund[] | null = []) {
  const asked = vi.fn()
  const page = fromPromise<Page<Refund>, { page: number; limit: number }>(async ({ input }) => {
    asked(input)
    if (!refunds) throw noAnswer
    return { rows: refunds, total: refunds.length }
  })
  const refundList = refundListMachine.provide({ actors: { page } })
  const app = await start(model, { wallet: createEmptyActor() as never, pending: null }, { keep: { refundList } })
  await app.answer('refund.banners', [])
  await act(async () => {
    render(<RefundDialog actor={app.actor} onClose={() => {}} />)
    await app.answer('refund.check', { ...some, ...more })
  })
  return asked
}
const button = () => screen.getByRole('button', { name: refund.receive })

test('if the refund log fails to load, the dialog shows an error in place of the log, and everything else as usual (R404)', async () => {
  await show({}, null)
  expectSeen(refund.listFailed, '฿75.50')
  screen.getByRole('button', { name: th.action.retry })
  expect(button()).toHaveProperty('disabled', false)
})

describe('the refund in the dialog', () => {
  test('shows its amount, percentages and conditions, and marks the language of the conditions (R124, R125, R170, D-55)', async () => {
    await show()
    expectSeen('฿75.50')
    expect(facts()).toEqual([
      [refund.success, '2%'],
      [refund.fail, '5%'],
    ])
    expect(screen.getByText('คืนทุกวันจันทร์').closest('[lang]')).toHaveAttribute('lang', 'th')
    expect(button()).toHaveProperty('disabled', false)
  })

  test('cannot be claimed while a bonus is active, and the dialog shows the reason and the conditions (R220, R221)', async () => {
    await show({ bonus: true })
    expectSeen(refund.blocked, 'คืนทุกวันจันทร์', '฿75.50')
    expect(button()).toHaveProperty('disabled', true)
  })

  test.each([
    ['R127', { result: false }],
    ['R276', { refundAmount: satang(0) }],
  ])('is shown as unavailable, with the conditions but no amount (%s)', async (_, more) => {
    await show(more)
    expectSeen(refund.none, 'คืนทุกวันจันทร์')
    expect([sight(['฿']).sees, facts(), button().matches(':disabled')]).toEqual([[], [], true])
  })

  test.each([null, undefined, ''])('renders nothing for empty conditions (%j) (R124)', async (info) => {
    await show({ info })
    expect(document.querySelector('.rich')).toBeNull()
  })

  test('shows its conditions as sanitised HTML (R124)', async () => {
    await show({ info: '<p>คืน<img src=x onerror="x()"><a href="javascript:x()">ที่นี่</a></p>' })
    expect(screen.getByText('ที่นี่').parentElement?.innerHTML).toBe('คืน<a>ที่นี่</a>')
  })
})

test('the refund dialog lists earlier refunds with amount and time, ten per page (R126, R171, R343)', async () => {
  const asked = await show({}, [{ refundAmount: satang(12_345), createdAt: '2026-01-02T03:04:05.000Z' }])
  expect(asked.mock.calls).toEqual([[{ page: 1, limit: 10 }]])
  const table = screen.getByRole('table', { name: refund.log })
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['02/01/2026 10:04:05', '123.45'])
})

test('the refund dialog shows that there are no refunds yet if the log is empty (R126)', async () => {
  await show()
  expectSeen(refund.empty, refund.emptyLead)
})
