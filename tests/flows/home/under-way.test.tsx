import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { satang } from '#contract/money.ts'
import type { UnderWay as Row } from '#contract/under-way.ts'
import th from '#locales/th.json'
import { UnderWay } from '#src/features/home/under-way.tsx'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { underWay: texts } = th
const AT = '2026-01-02T03:00:00.000Z'
const row = (more: Partial<Row>): Row => ({
  kind: 'withdraw',
  status: 'PENDING',
  amount: satang(10_000),
  createdAt: AT,
  ...more,
})

/** Renders the pending payments. If `underWay` is undefined, the backend does not send them. */
async function show(underWay: readonly Row[] | undefined) {
  const onOpen = vi.fn()
  const wallet = knownWallet({ ...overview, underWay: underWay && [...underWay] })
  await act(settle)
  render(withLinks(<UnderWay wallet={wallet} onOpen={onOpen} />))
  return onOpen
}
const textOf = (element: Element | null | undefined) => plain(element?.textContent ?? '')

it.each([[[]], [undefined]])(
  'the home page shows no list if there are no pending payments: %j (R597)',
  async (list) => {
    await show(list)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryByRole('list')).toBeNull()
  },
)

describe('a pending payment', () => {
  it.each([
    [
      row({ kind: 'qr', expiresAt: '2026-01-02T03:15:00.000Z' }),
      texts.qr,
      `${texts.until.replace('{{time}}', '10:15')}`,
    ],
    [row({ kind: 'slip', amount: undefined }), texts.slip.wait, '02/01/2026 10:00'],
    [row({ kind: 'slip', status: 'SUCCESS' }), texts.slip.good, '02/01/2026 10:00'],
    [row({ kind: 'slip', status: 'FAILED', amount: undefined }), texts.slip.bad, '02/01/2026 10:00'],
    [row({}), texts.withdraw.wait, '02/01/2026 10:00'],
    [row({ status: 'SUCCESS' }), texts.withdraw.good, '02/01/2026 10:00'],
    [row({ status: 'FAILED' }), texts.withdraw.bad, '02/01/2026 10:00'],
    [row({ kind: 'held' }), texts.held, '02/01/2026 10:00'],
  ])('shows its kind, progress, start time and, if known, its amount: %j (R597)', async (one, name, when) => {
    await show([one])
    const item = screen.getByRole('listitem')
    const amount = one.amount === undefined ? '' : '฿100.00'
    expect(textOf(item)).toBe(plain(name + when) + amount)
  })

  it.each([
    ['slip', '/user/statement?dialog=slips'],
    ['withdraw', '/user/statement'],
    ['held', '/user/care'],
  ] as const)('links to its details: %s (R597)', async (kind, address) => {
    await show([row({ kind })])
    const [link] = within(screen.getByRole('listitem')).getAllByRole('link')
    expect(link?.getAttribute('href')).toBe(address)
  })

  it('opens the deposit dialog if it is an open QR code (R597)', async () => {
    const onOpen = await show([row({ kind: 'qr', expiresAt: AT })])
    screen.getByRole('button').click()
    expect(onOpen.mock.calls).toEqual([[{ dialog: 'deposit' }]])
  })

  it.each([
    [row({}), [texts.withdraw.wait, '100.00', '02/01/2026\u00A010:00']],
    [row({ kind: 'slip', amount: undefined }), [texts.slip.wait, '02/01/2026\u00A010:00']],
  ])('links to a chat about its kind, amount and time: %j (R584, R597)', async (one, about) => {
    await show([one])
    const link = screen.getByRole('link', { name: texts.ask.replace('{{about}}', about.join(' · ')) })
    const search = new URLSearchParams(link.getAttribute('href')?.split('?')[1])
    expect(search.get('chat')).toBe('open')
    expect(search.get('about')).toBe(about.join(' · '))
  })
})

it('the home page shows when a QR code was created if its expiry cannot be read (R597)', async () => {
  await show([row({ kind: 'qr', expiresAt: 'soon' })])
  expect(textOf(screen.getByRole('listitem'))).toBe(plain(`${texts.qr}02/01/2026 10:00฿100.00`))
})

it('the home page shows two pending payments separately even if they have the same time (R597)', async () => {
  await show([row({}), row({})])
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

describe('a list of pending payments', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      row({ createdAt: `2026-01-02T03:00:0${at}.000Z`, amount: satang(100 * (at + 1)) }),
    )
  const inSight = () => screen.getAllByRole('listitem').filter((item) => item.checkVisibility())

  it.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 2],
    [9, 2],
  ])('with %i entries shows the first %i (R597)', async (count, shown) => {
    await show(some(count))
    expect(inSight()).toHaveLength(shown)
  })

  it('shows all entries when the player asks for more (R597)', async () => {
    await show(some(5))
    await act(async () => screen.getByText(texts.more.replace('{{n}}', '3')).click())
    expect(inSight()).toHaveLength(5)
  })
})
