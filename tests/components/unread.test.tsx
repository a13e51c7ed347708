import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { inviteListMachine } from '#machines/invite-list.machine.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { slipListMachine } from '#machines/slip-list.machine.ts'
import { statementMachine } from '#machines/statement.machine.ts'
import { Banners } from '#src/components/banners.tsx'
import { UnreadChoices } from '#src/components/unread.tsx'
import { InviteList } from '#src/features/invite/invite-list.tsx'
import { RefundList } from '#src/features/refund/refund-list.tsx'
import { SlipList } from '#src/features/statement/slip-list.tsx'
import { StatementScreen } from '#src/features/statement/statement-screen.tsx'
import { slipOf, statementRow } from '#tests/kit/samples/statement.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const AT = '2026-01-02T03:04:05.000Z'
const page = <T,>(row: T) => ({
  actors: {
    page: fromPromise<Page<T>, { page: number; limit: number }>(async () => ({ rows: [null, row, null], total: 3 })),
  },
})
const views = {
  'the statement': () => {
    const actor = createActor(statementMachine.provide(page(statementRow()))).start()
    return (
      <StatementScreen actor={actor} onSlips={() => {}}>
        {null}
      </StatementScreen>
    )
  },
  'the slips': () => {
    const actor = createActor(slipListMachine.provide(page(slipOf({ amount: satang(10_025) })))).start()
    return <SlipList actor={actor} isBusy={false} onOpen={() => {}} />
  },
  'the friends': () => {
    const row = { from: { name: 'n' }, amount: satang(10_025), createdAt: AT }
    return <InviteList actor={createActor(inviteListMachine.provide(page(row))).start()} />
  },
  'the refunds': () => {
    const row = { refundAmount: satang(10_025), createdAt: AT }
    return <RefundList actor={createActor(refundListMachine.provide(page(row))).start()} />
  },
}

it.each(Object.entries(views))(
  'each unreadable row of %s is replaced by a note, and the readable row is shown (R302)',
  async (_, view) => {
    render(view())
    expect(await screen.findAllByText(th.unread.entry)).toHaveLength(2)
    expect(document.body.textContent).toContain('100.25')
    expect(document.body.textContent).not.toContain('NaN')
  },
)

it('a note shows the number of unreadable choices, and is absent if there are none (R302)', () => {
  const { rerender } = render(<UnreadChoices all={[null, {}, null]} />)
  screen.getByText(th.unread.choices.replace('{{n}}', '2'))
  rerender(<UnreadChoices all={[{}]} />)
  expect(screen.queryByText(/\d/)).toBeNull()
})

it('an unreadable banner is replaced by a note, and the readable banners are shown (R155, R302)', async () => {
  await act(async () => {
    render(<Banners label="x" banners={[null, { image: 'https://a.example/1.png', html: 'a' }]} />)
  })
  const [unread, readable] = screen.getAllByRole('listitem', { hidden: true })
  expect([unread?.textContent, unread?.querySelector('img')]).toEqual([th.unread.entry, null])
  expect(readable?.querySelector('img')?.src).toBe('https://a.example/1.png')
})
