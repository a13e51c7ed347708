import { act, cleanup, render, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { AGREEMENT_DELAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { homeMachine } from '#machines/home.machine.ts'
import { unsettled } from '#src/actors/home.ts'
import { storePending } from '#src/lib/pending.ts'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'
import { settle } from '#tests/kit/run.ts'
import { overview, partial, slot, unreadSlot } from '#tests/kit/samples/wallet.ts'
import { controls, nameOf, plain, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import { Page, wallet } from './home.screen.tsx'

beforeAll(speakThai)
beforeAll(disableAnimations)

test('the agreement waits while another dialog is open (R87, D-04)', async () => {
  const logic = frozen(homeMachine, { 'lookup.agreements': fromPromise(async () => ['<p>new</p>']) })
  const clock = new SimulatedClock()
  const actor = createActor(logic, { clock, input: { seen: null, wallet } }).start()
  const { rerender } = render(withLinks(<Page actor={actor} isCovered />))
  await act(async () => {
    clock.increment(AGREEMENT_DELAY)
    await settle()
    actor.send({ type: 'page.still' })
  })
  expect(actor.getSnapshot().value).toBe('agreement')
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => rerender(withLinks(<Page actor={actor} />)))
  screen.getByRole('dialog', { name: th.page.agreement })
  await screen.findByText('new')
})

test('a game card shows the balance and credit of its account, or a button that opens the account (R96, R97, R95, R98)', async () => {
  const onOpen = vi.fn()
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(withLinks(<Page actor={actor} onOpen={onOpen} />))
  const [open, closed] = screen.getAllByRole('button')
  expect([open, closed].map((card) => card?.querySelectorAll('img').length)).toEqual([2, 2])
  expect(open?.textContent).toMatch(/฿820\.25.*8,202\.50/)
  expect(open?.textContent).not.toContain(th.home.open)
  expect(closed?.textContent).toBe(th.home.closed + th.home.open)
  closed?.click()
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'game', game: 'lotto' }]])
})

test('the game card of an account that is not open still shows the account’s money (R96, R98)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  const closed = slot('joker2', { isActive: false, amount: satang(1_235) })
  const known = knownWallet({ ...overview, slots: [closed] })
  await act(settle)
  render(withLinks(<Page actor={actor} wallet={known} />))
  const [card] = screen.getAllByRole('button')
  expect(plain(card?.textContent ?? '')).toBe(`฿12.35${th.home.open}`)
})

describe('a newcomer', () => {
  const unused = slot('joker2', { isActive: false, amount: satang(0) })
  const onOpen = vi.fn()
  beforeEach(() => onOpen.mockClear())
  const show = async (main: number, hasLimits = false, slots: WalletOverview['slots'] = [unreadSlot('pg'), unused]) => {
    const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
    const known = knownWallet({ ...overview, wallet: { amount: satang(main) }, slots })
    await act(settle)
    render(withLinks(<Page actor={actor} wallet={known} hasLimits={hasLimits} onOpen={onOpen} />))
    return screen.getByRole('region', { name: (name) => plain(name) === plain(th.firstSteps.title) })
  }
  const current = (of: HTMLElement) => plain(of.querySelector('[aria-current="step"]')?.textContent ?? '')

  it('without money is first asked to deposit (R601)', async () => {
    const steps = await show(0)
    expect(current(steps)).toBe(`1${th.firstSteps.deposit}`)
    within(steps).getByRole('button', { name: th.home.deposit }).click()
    expect(onOpen.mock.calls).toEqual([[{ dialog: 'deposit' }]])
  })

  it('may set a deposit limit before the first deposit, if the backend has limits (R619)', async () => {
    const link = (of: HTMLElement) => within(of).queryByRole('link', { name: th.firstSteps.limit })
    expect(link(await show(0))).toBeNull()
    cleanup()
    expect(link(await show(0, true))?.getAttribute('href')).toBe('/user/care')
    cleanup()
    expect(link(await show(1, true))).toBeNull()
  })

  it('with money is asked to choose a game, and the focus moves to the first card (R601)', async () => {
    const steps = await show(1)
    expect(current(steps)).toBe(`2${th.firstSteps.open}`)
    expect(within(steps).getAllByRole('listitem')[0]?.textContent).toContain(th.firstSteps.done)
    within(steps).getByRole('button', { name: th.firstSteps.choose }).click()
    expect(document.activeElement?.textContent).toContain(th.home.open)
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('with an open game is asked to play it, which opens its dialog (R601)', async () => {
    const steps = await show(1, false, [slot('pg', { name: 'Moonreel', amount: satang(0) })])
    expect(current(steps)).toBe(`3${th.firstSteps.play}`)
    within(steps)
      .getByRole('button', { name: th.firstSteps.enter.replace('{{game}}', 'Moonreel') })
      .click()
    expect(onOpen.mock.calls).toEqual([[{ dialog: 'game', game: 'pg' }]])
  })
})

test('the home page shows no first steps to a member who has a game account (R601)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(withLinks(<Page actor={actor} />))
  expect(screen.queryByText(th.firstSteps.deposit)).toBeNull()
})

describe('game accounts that cannot be read', () => {
  const show = async (of: WalletOverview, onOpen = () => {}) => {
    const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
    const known = knownWallet(of)
    await act(settle)
    render(withLinks(<Page actor={actor} wallet={known} onOpen={onOpen} />))
  }
  const unread = (n: number) => plain(th.home.unread.replace('{{n}}', String(n)))

  it('have a card that shows no money and does not offer to open the account (R96, R161)', async () => {
    const onOpen = vi.fn()
    await show(partial, onOpen)
    const marked = screen.getByRole('button', { name: /^lotto/ })
    expect(plain(marked.textContent)).toBe(plain(th.home.unreadBalance))
    marked.click()
    expect(onOpen.mock.calls).toEqual([[{ dialog: 'game', game: 'lotto' }]])
  })

  it('are mentioned with their number, and the readable accounts can still be opened (R95, R161)', async () => {
    await show({ ...overview, unread: 3 })
    expect(screen.getAllByRole('button')).toHaveLength(2)
    expect(words()).toContain(`${unread(3)} ${plain(th.home.unreadLead)}`)
  })

  it('do not make the member appear to have no game accounts (R161)', async () => {
    await show({ ...overview, slots: [], unread: 1 })
    expect(words()).toContain(unread(1))
    expect(words()).not.toContain(plain(th.home.noGames))
  })

  it('are not mentioned if every game can be read (R161)', async () => {
    await show(overview)
    expect(words()).not.toContain(plain(th.home.unreadLead))
  })
})

describe('unanswered requests', () => {
  const attempt = { key: 'k', input: {} }
  beforeEach(() => sessionStorage.clear())

  test('are listed once for each dialog and for each game', () => {
    expect(unsettled()).toEqual([])
    for (const name of ['slip', 'game.pg', 'withdraw', 'gift', 'transfer', 'game.joker2', 'somethingElse'])
      storePending(name, attempt)
    sessionStorage.setItem('gift', '{}')
    const found = unsettled().map(({ dialog, game }) => [dialog, game].join(' ').trim())
    expect(found.sort()).toEqual(['deposit', 'game joker2', 'game pg', 'transfer', 'withdraw'])
    sessionStorage.clear()
    storePending('slip', attempt)
    expect(unsettled()).toEqual([{ dialog: 'deposit' }])
  })

  test('are shown on the home page, with a button that opens the dialog to check them', async () => {
    const onOpen = vi.fn()
    const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
    const open = [{ dialog: 'deposit' }, { dialog: 'game', game: 'pg' }] as const
    render(withLinks(<Page actor={actor} unsettled={open} onOpen={onOpen} />))
    for (const what of [th.page.deposit, 'pg']) expect(words()).toContain(th.home.unsettled.replace('{{what}}', what))
    for (const button of controls().filter((each) => nameOf(each) === th.action.checkAgain)) button.click()
    expect(onOpen.mock.calls).toEqual(open.map((overlay) => [overlay]))
  })
})

test('the home page links to the limits if the backend has them (R631)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(withLinks(<Page actor={actor} hasLimits />))
  expect(screen.getByRole('link', { name: th.home.limits }).getAttribute('href')).toBe('/user/care')
})

test('the link to the limits appears together with the games, so that the games do not move (R631)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(withLinks(<Page actor={actor} wallet={knownWallet(null)} hasLimits />))
  expect(screen.queryByRole('link')).toBeNull()
})

test('the home page has no link to limits on a backend without them (R631)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(withLinks(<Page actor={actor} />))
  expect(screen.queryByRole('link')).toBeNull()
})

test('the home page prompts the member to review the limits when a review is due, instead of showing the usual link (R635)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  const due = knownWallet({ ...overview, limitPrompt: 'review' })
  await act(settle)
  render(withLinks(<Page actor={actor} wallet={due} hasLimits />))
  expect(words()).toContain(plain(th.home.review))
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [th.page.care, '/user/care'],
  ])
})

test('during a break from play, the home page says when it ends and links to My play, even on a backend without limits (R658)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  const paused = knownWallet({ ...overview, limitPrompt: 'review', breakUntil: '2026-11-28T05:00:00.000Z' })
  await act(settle)
  render(withLinks(<Page actor={actor} wallet={paused} />))
  expect(words()).toContain(plain(th.home.onBreak.replace('{{until}}', '28/11/2026\u00A012:00')))
  expect(words()).not.toContain(plain(th.home.review))
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/user/care'])
})

test('the home page does not prompt for a review of the limits before the first deposit (R635)', async () => {
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  const first = knownWallet({ ...overview, limitPrompt: 'first' })
  await act(settle)
  render(withLinks(<Page actor={actor} wallet={first} hasLimits />))
  expect(words()).not.toContain(plain(th.home.review))
})
