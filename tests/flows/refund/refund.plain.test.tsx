import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { formatDate } from '#src/lib/format.ts'
import { eachPlainPage, says, tap, textOf } from '#tests/kit/plain-page.tsx'
import { facts, plain as flat, words } from '#tests/kit/screen.ts'

const { refund } = th
const DEMO = '0812345678'
const CONDITIONS = 'คืนยอดเสีย 5% ทุกวัน'
const plain = eachPlainPage()
const member = () => plain().site.named(DEMO)

async function open() {
  await plain().open('/user/home?dialog=refund')
  await tap(th.banner.close)
  await says(CONDITIONS)
}
const receive = () => screen.getByRole('button', { name: refund.receive })

it('the refund dialog shows the amount, the percentages and the conditions (R124, R170)', async () => {
  member().losses = 100_000
  await open()
  expect(words()).toContain('฿50.00')
  expect(facts()).toEqual([
    [refund.success, '0%'],
    [refund.fail, '5%'],
  ])
  expect(receive().matches(':disabled')).toBe(false)
})

it('while a bonus is active, the refund dialog disables the claim button and shows the reason (R170, R220, R221)', async () => {
  Object.assign(member(), { losses: 100_000, held: { code: 'WELCOME', type: 'limit' } })
  await open()
  expect(words()).toContain(flat(refund.blocked))
  expect(receive().matches(':disabled')).toBe(true)
})

it('the refund dialog lists the refunds already received, ten per page (R126, R171)', async () => {
  const createdAt = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
  member().refunds = Array.from({ length: 11 }, (_, at) => ({ refundAmount: 100 + at, createdAt: createdAt(at + 1) }))
  await open()
  const rows = () =>
    within(screen.getByRole('table', { name: refund.log }))
      .getAllByRole('row')
      .slice(1)
      .map(textOf)
  await screen.findByRole('table', { name: refund.log })
  expect(rows()).toHaveLength(10)
  expect(rows()[0]).toBe(`${formatDate(createdAt(1))}1.00`)
  await tap(th.pager.next)
  await says(formatDate(createdAt(11)))
  expect(rows()).toEqual([`${formatDate(createdAt(11))}1.10`])
})
