import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, textOf } from '#tests/kit/plain-page.tsx'
import { click } from '#tests/kit/screen.ts'

const { bonus } = th
const plain = eachPlainPage()

/** The card of a bonus; its picture is its first child. */
const cardOf = (name: string) =>
  screen
    .getByText((_, element) => element?.className === 'rich' && element.textContent === name)
    .closest<HTMLElement>('[data-state]') as HTMLElement

it('the bonus page marks only the active bonus (R222)', async () => {
  const member = plain().site.named('0812345678')
  member.held = { code: 'WELCOME', type: 'limit' }
  member.received.set('WELCOME', [new Date().toISOString()])
  await plain().open('/user/bonus')
  await says('โบนัส DAILY')
  expect(textOf(cardOf('โบนัส WELCOME'))).toContain(bonus.state.current)
  expect(textOf(cardOf('โบนัส DAILY'))).not.toContain(bonus.state.current)
})

it('the bonus page shows the banner, type, limit and claim count of each bonus, and the share of a loss that counts towards the turnover (R172)', async () => {
  plain().site.named('0812345678').received.set('DAILY', [new Date().toISOString()])
  await plain().open('/user/bonus')
  await says('โบนัส DAILY')
  const often = (type: keyof typeof bonus.often, most: number, n: number) =>
    `${bonus.often[type].replace('{{n}}', String(most))} · ${bonus.received.replace('{{n}}', String(n))}`
  for (const [name, said] of [
    ['WELCOME', often('limit', 1, 0)],
    ['DAILY', often('day', 1, 1)],
    ['WEEKLY', often('week', 2, 0)],
  ] as const) {
    const card = cardOf(`โบนัส ${name}`)
    expect(textOf(card)).toContain(said)
    expect(card.querySelector('img')).toHaveAttribute('src', `/banners/${name.toLowerCase()}.svg`)
  }
  await click(within(cardOf('โบนัส WEEKLY')).getByRole('button'))
  await says('แพ้นับเทิร์น 30 เปอร์เซ็นต์')
})
