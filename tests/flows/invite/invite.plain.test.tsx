import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { formatDate } from '#src/lib/format.ts'
import { eachPlainPage, says, tap, textOf } from '#tests/kit/plain-page.tsx'

const DEMO = '0812345678'
const plain = eachPlainPage()

it('the invite dialog lists the name, amount and time of each friend who joined (R122, R169)', async () => {
  await plain().happen('friend', { username: DEMO, stake: 100_000, outcome: 'lose' })
  await plain().happen('friend', { username: DEMO, stake: 100_000, outcome: 'win' })
  const [newest, first] = plain()
    .site.named(DEMO)
    .friends.map(({ createdAt }) => formatDate(createdAt))
  await plain().open('/user/home?dialog=invite')
  await tap(th.banner.close)
  await says('A Friend')
  const [, ...rows] = within(screen.getByRole('table', { name: th.invite.friends })).getAllByRole('row')
  expect(rows.map(textOf)).toEqual([`A Friend${newest}10.00`, `A Friend${first}50.00`])
})
