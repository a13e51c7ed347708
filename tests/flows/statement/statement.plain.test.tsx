import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap, textOf } from '#tests/kit/plain-page.tsx'
import { book } from '#tests/plain-backend/member.ts'

const { slip, statement } = th
const DEMO = '0812345678'
const plain = eachPlainPage()

it.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const)(
  'a statement row shows the description of the %s that it is linked to (R176)',
  async (to) => {
    const link = { to, description: `Description of the ${to}` }
    book(plain().site.named(DEMO), 100, { statementType: 'bonus', status: 'SUCCESS', from: 'A', to: 'WALLET', link })
    await plain().open('/user/statement')
    await says(link.description)
  },
)

it('a button on the statement page opens the slips, which show amount, time, status and a link to the picture (R135, R136, R178)', async () => {
  await plain().open('/user/statement')
  await tap(slip.status)
  await says('50.30')
  const [good, failed] = within(screen.getByRole('dialog', { name: slip.status })).getAllByRole('listitem')
  if (!good || !failed) throw new Error('two slips are missing')
  expect(textOf(failed)).toContain('50.30')
  expect(textOf(failed)).toContain('01/01/2026 10:00:00')
  expect(textOf(failed)).toContain(`${statement.status.bad} (${slip.reason.INVALID_SLIP})`)
  expect(within(failed).getByRole('link', { name: slip.view })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/icon\.svg$/),
  )
  expect(textOf(good)).toContain(statement.status.good)
  // without a link, the picture is looked up by its reference
  expect(within(good).queryByRole('link')).toBeNull()
  expect(within(good).getByRole('button', { name: slip.view })).toBeVisible()
})
