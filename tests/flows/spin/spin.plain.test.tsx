import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, textOf } from '#tests/kit/plain-page.tsx'

const plain = eachPlainPage()

it('the wheel page shows a wheel on a canvas, and a table with each coupon’s label and count (R138, R139, R182)', async () => {
  const { coupons } = plain().site.named('0812345678')
  coupons.set('CASH5', 2).set('GIFT', 1)
  await plain().open('/user/spin')
  await says('กงล้อนำโชค')
  const wheel = document.querySelector('main canvas')
  expect(wheel).toBeVisible()
  expect(textOf(screen.getByRole('heading', { level: 1 }))).toBe('กงล้อนำโชค')
  const [, ...rows] = within(screen.getByRole('table', { name: th.coupon.mine })).getAllByRole('row')
  expect(rows.map(textOf)).toEqual([`5 บาท2${th.coupon.claim}`, `ของขวัญ1${th.coupon.claim}`])
})
