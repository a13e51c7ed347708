import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor, SimulatedClock } from 'xstate'
import { SPIN_CODES } from '#contract/codes.ts'
import type { Coupon } from '#contract/spin.ts'
import th from '#locales/th.json'
import { Coupons } from '#src/features/spin/coupons.tsx'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED } from '#tests/kit/samples/attempt.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { couponsOf } from '#tests/kit/samples/spin.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './coupons.model.ts'

beforeAll(speakThai)

const { action, coupon, spin } = th
const list = () => screen.getByRole('region', { name: coupon.mine })
const claimOf = (at: number) => screen.getByRole('button', { name: coupon.claimOne.replace('{{label}}', `คูปอง ${at}`) })

/** Renders the coupons while they load. `answer` delivers them. */
function show() {
  const [outside, fakes, clock] = [new Fakes(), new Fakes(), new SimulatedClock()]
  const machine = fakes.provide(model, { attempt: outside.provide(attempt, KEYED) })
  const input = { owner: createEmptyActor() as never, wallet: createEmptyActor() as never, pending: null }
  const actor = createActor(machine, { input, clock }).start()
  render(
    <MemoryRouter>
      <Coupons actor={actor} />
    </MemoryRouter>,
  )
  const then = (step: () => void) =>
    act(async () => {
      step()
      await settle()
    })
  return {
    outside,
    answer: (coupons: Coupon[]) => then(() => fakes.take('spin.coupons').resolve(coupons)),
    pass: (ms: number) => then(() => clock.increment(ms)),
    refuse: (code: string) => then(() => outside.take('call').reject(refused(code))),
  }
}
async function shown(coupons = couponsOf(2)) {
  const app = show()
  await app.answer(coupons)
  return app
}

test('the list of coupons shows skeletons and announces loading until the coupons arrive (R139)', async () => {
  const app = show()
  await screen.findByRole('region', { name: coupon.mine })
  expect([list().getAttribute('aria-busy'), list().querySelectorAll('[data-shape=row]').length]).toEqual(['true', 3])
  await app.answer(couponsOf(1))
  expect([list().getAttribute('aria-busy'), list().querySelectorAll('[data-shape=row]').length]).toEqual([null, 0])
})

test('the list of coupons shows three coupons per page, each with its label, count and claim button, and marks the language of the label (R139, R182, R521)', async () => {
  const coupons = couponsOf(4).map((each, at) => ({ ...each, amount: 10 + at }))
  await shown(coupons)
  const rows = within(screen.getByRole('table', { name: coupon.mine }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual(
    [10, 11, 12].map((amount, at) => [`คูปอง ${at}`, String(amount), coupon.claim]),
  )
  expect(screen.getByText('คูปอง 1').lang).toBe('th')
  claimOf(2)
})

test('the list of coupons shows the expiry date of a coupon, and a chat link instead of the claim button if support hands the coupon out (R182, R493)', async () => {
  const gift = couponsOf(1).map((each) => ({ ...each, expiresAt: '2026-01-02T18:00:00.000Z', isByHand: true }))
  await shown(gift)
  expectSeen(coupon.until.replace('{{date}}', '03/01/2026'))
  const ask = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: coupon.ask }).href)
  expect([ask.pathname, ask.searchParams.get('chat'), ask.searchParams.get('about')]).toEqual([
    '/user/contact',
    'open',
    'คูปอง 0',
  ])
  expect(screen.queryByRole('button', { name: coupon.claimOne.replace('{{label}}', 'คูปอง 0') })).toBeNull()
})

test('a coupon with a count of 0 cannot be claimed (R240)', async () => {
  await shown(couponsOf(1).map((each) => ({ ...each, amount: 0 })))
  expect(claimOf(0)).toHaveAttribute('aria-disabled', 'true')
})

test('cancelling a claim with the keyboard returns the focus to the coupon’s button (R240)', async () => {
  await shown()
  claimOf(1).focus()
  await userEvent.keyboard('{Enter}')
  screen.getByRole('alertdialog', { name: coupon.confirm.replace('{{label}}', 'คูปอง 1') })
  await userEvent.keyboard('{Escape}')
  expect([screen.queryByRole('alertdialog'), document.activeElement]).toEqual([null, claimOf(1)])
})

test('a double tap on a coupon opens the confirmation, but does not confirm the claim', async () => {
  const app = await shown()
  await userEvent.dblClick(claimOf(0))
  await app.pass(500)
  screen.getByRole('button', { name: coupon.claim })
  expect(app.outside.calls).toEqual([])
})

describe('the reason for a refused claim (R416)', () => {
  test.each(SPIN_CODES)('uses the wheel’s text for %s (R490, R491, R492, R493, R494, R495, R416)', async (code) => {
    const app = await shown()
    await userEvent.click(claimOf(0))
    await userEvent.click(screen.getByRole('button', { name: coupon.claim }))
    screen.getByRole('button', { name: coupon.claiming })
    await app.pass(500)
    await app.refuse(code)
    expectSeen(spin.error[code])
    screen.getByRole('button', { name: action.gotIt })
  })
})
