import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { SLIP_REASONS } from '#contract/codes.ts'
import { LANGUAGES } from '#contract/language.ts'
import { satang } from '#contract/money.ts'
import type { Slip } from '#contract/slip.ts'
import type { StatementItem } from '#contract/statement.ts'
import en from '#locales/en.json'
import la from '#locales/la.json'
import th from '#locales/th.json'
import type { Page } from '#machines/lib/paged-list.ts'
import { statementMachine } from '#machines/statement.machine.ts'
import { SlipRow } from '#src/features/statement/slip-row.tsx'
import { StatementRow } from '#src/features/statement/statement-row.tsx'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { speak, startLanguage } from '#src/lib/i18n.ts'
import { slipOf, statementRow } from '#tests/kit/samples/statement.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const texts = { th, la, en }
const { statement, slip, home } = th
const row = () => screen.getByRole('listitem')
const icon = (element: Element | null) => element?.querySelector('use')?.getAttribute('href')?.split('#i-').at(-1)
const badge = (text: string) =>
  within(row()).getByText((_, element) => element?.matches('[data-tone]') === true && element.textContent === text)
/** Returns whether the rendered amount is struck through, and whether it is green. */
function sum(text: string) {
  const drawn = screen.getByText(
    (_, element) => element?.classList.contains('number') === true && element.textContent === text,
  )
  return { isStruck: drawn.querySelector('s') !== null, hasArrived: drawn.hasAttribute('data-in') }
}

describe('a statement row', () => {
  const show = (more: Partial<StatementItem> = {}) =>
    render(
      <ul>
        <StatementRow row={statementRow(more)} />
      </ul>,
    )

  test.each([
    ['deposit', '+100.25', true],
    ['bonus', '+100.25', true],
    ['finish_bonus', '100.25', false],
    ['withdraw', '−100.25', false],
    ['transfer', '100.25', false],
  ] as const)(
    'shows a successful %s with its type name and the amount %s, in green only if money was received (R175, R241)',
    (statementType, text, hasArrived) => {
      show({ statementType })
      within(row()).getByText(statement.type[statementType])
      expect(sum(text)).toEqual({ isStruck: false, hasArrived })
      expect(badge(statement.status.good)).toHaveAttribute('data-tone', 'good')
    },
  )

  describe.each([320, 340, 360, 390])('on a screen %i px wide', (width) => {
    const { innerWidth, innerHeight } = window
    afterEach(async () => {
      await page.viewport(innerWidth, innerHeight)
      await speakThai()
    })

    test.each(LANGUAGES)('shows date, status and amount without overlap in %s (R175)', async (language) => {
      await page.viewport(width, 640)
      await startLanguage(language)
      speak(language, texts[language])
      for (const status of ['SUCCESS', 'FAILED', 'PENDING']) {
        const { unmount } = render(
          <ul style={{ position: 'absolute', inset: '0 16px auto', containerType: 'inline-size' }}>
            <StatementRow row={statementRow({ status, statementType: 'finish_bonus', amount: satang(123_456_789) })} />
          </ul>,
        )
        const parts = [...row().querySelectorAll('time, [data-tone], .number')].filter((part) => part.textContent)
        const boxes = parts.map((part) => {
          const text = document.createRange()
          text.selectNodeContents(part)
          return text.getBoundingClientRect()
        })
        expect(boxes).toHaveLength(3)
        for (const [at, a] of boxes.entries()) {
          for (const b of boxes.slice(at + 1)) {
            const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
            expect(isApart, `${status}: ${JSON.stringify([a, b])}`).toBe(true)
          }
          expect(a.left).toBeGreaterThanOrEqual(16)
          expect(a.right).toBeLessThanOrEqual(width - 16)
        }
        unmount()
      }
    })
  })

  test('shows the amount struck through and the status in red if the transaction failed (R242)', () => {
    show({ status: 'FAILED' })
    expect(sum('+100.25')).toEqual({ isStruck: true, hasArrived: false })
    expect(badge(statement.status.bad)).toHaveAttribute('data-tone', 'bad')
  })

  test.each(['PENDING', 'NEW', ''])(
    'shows the status "%s" as in progress, and does not mark the amount as received (R243)',
    (status) => {
      show({ status })
      expect(sum('+100.25')).toEqual({ isStruck: false, hasArrived: false })
      expect(badge(statement.status.wait)).toHaveAttribute('data-tone', 'wait')
    },
  )

  test('shows the time in the Bangkok time zone (R175, D-47)', () => {
    show()
    expect(row().querySelector('time')).toHaveAttribute('datetime', '2026-01-02T03:04:05.000Z')
    within(row()).getByText('02/01/2026 10:04:05')
  })

  test('shows the source and the destination, with WALLET shown as the main wallet (R175)', () => {
    show({ statementType: 'transfer', from: 'WALLET', to: 'Moonreel' })
    expect(row().textContent).toContain(`${home.main} →\u00a0Moonreel`)
  })

  test('shows the description instead of source and destination (R176)', () => {
    show({ statementType: 'bonus', promotion: { description: 'โปรวันศุกร์' } })
    within(row()).getByText('โปรวันศุกร์')
    expect(row().textContent).not.toContain('→')
  })

  test('shows the raw name of an unknown type (R175)', () => {
    show({ statementType: 'toString', from: 'A', to: 'B' })
    within(row()).getByText('toString')
    expect(sum('100.25').hasArrived).toBe(false)
  })
})

describe('a row of the slip list', () => {
  const onOpen = vi.fn()
  const show = (more: Partial<Slip> = {}, isBusy = false) =>
    render(
      <ul>
        <SlipRow slip={slipOf(more)} isBusy={isBusy} onOpen={onOpen} />
      </ul>,
    )

  test('shows its amount, time and status (R178)', () => {
    show()
    sum('500.00')
    within(row()).getByText('02/01/2026 10:04:05')
    expect([icon(badge(statement.status.good)), screen.queryByRole('link'), screen.queryByRole('button')]).toEqual([
      'check',
      null,
      null,
    ])
  })

  test.each([
    ['SUCCESS', 'good', 'check'],
    ['FAILED', 'bad', 'close'],
    ['PENDING', 'wait', 'clock'],
  ] as const)('shows the status %s in the colour "%s" (R241, R242, R243)', (status, tone, mark) => {
    show({ status })
    const drawn = badge(statement.status[tone])
    const colour = getComputedStyle(document.documentElement).getPropertyValue(`--${tone}`)
    expect([getComputedStyle(drawn).color, icon(drawn)]).toEqual([colour, mark])
  })

  test.each(SLIP_REASONS)('shows the reason %s in brackets next to the status (R496)', (note) => {
    show({ status: 'FAILED', note })
    badge(`${statement.status.bad} (${slip.reason[note]})`)
  })

  test.each(['constructor', 'nothing known', ''])('ignores a note that is not a known reason: "%s" (R496)', (note) => {
    show({ status: 'FAILED', note })
    badge(statement.status.bad)
  })

  test.each([
    ['PENDING', slip.unread],
    ['FAILED', slip.noAmount],
  ])('shows a message instead of a missing amount (status: %s) (R178)', (status, text) => {
    show({ status, amount: satang(0) })
    within(row()).getByText(text)
    expect(row().textContent).not.toContain('0.00')
  })

  test('opens its own link in a new tab, even if it has a reference (R136)', () => {
    show({ link: 'https://pictures.example/a', reference: 's1' })
    const link = screen.getByRole('link', { name: slip.view })
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://pictures.example/a',
      '_blank',
      'noopener noreferrer',
    ])
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('ignores an unsafe link and looks up the picture by its reference instead (R137)', async () => {
    show({ link: 'javascript:alert(1)', reference: 's1' })
    expect(screen.queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: slip.view }))
    expect(onOpen.mock.calls).toEqual([['s1']])
  })

  test('looks up only one picture at a time (R137)', async () => {
    onOpen.mockReset()
    show({ reference: 's1' }, true)
    screen.getByRole('button', { name: slip.view }).click()
    expect(onOpen).not.toHaveBeenCalled()
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  })
})

test('the statement page has a heading, and a button that opens the slips (R134, R135)', async () => {
  const onSlips = vi.fn()
  const page = fromPromise<Page<StatementItem>, { page: number; limit: number }>(async () => ({
    rows: [statementRow()],
    total: 1,
  }))
  const actor = createActor(statementMachine.provide({ actors: { page } })).start()
  render(
    <StatementScreen actor={actor} onSlips={onSlips}>
      <p>the dialog</p>
    </StatementScreen>,
  )
  screen.getByRole('heading', { name: th.page.statement, level: 1 })
  await screen.findByRole('listitem')
  screen.getByText('the dialog')
  await userEvent.click(screen.getByRole('button', { name: slip.status }))
  expect(onSlips).toHaveBeenCalledTimes(1)
})
