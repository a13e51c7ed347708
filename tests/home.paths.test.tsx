import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { AGREEMENT_DELAY } from '#contract/limits.ts'
import th from '#locales/th.json'
import { homeMachine } from '#machines/home.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { drive } from './kit/drive.tsx'
import { frozen } from './kit/frozen.ts'
import { settle } from './kit/run.ts'
import { key, press, type Sight, tick } from './kit/screen.ts'
import { reading } from './models/fixtures/wallet.ts'
import model from './models/home.model.ts'

const { agreement } = th
const close = th.action.close
const wallet = createActor(frozen(walletMachine, { 'wallet.get': fromPromise(async () => reading) }), {
  input: { syncedAt: null },
}).start()
wallet.send({ type: 'wallet.read' })

const cards = ['฿820.25 8,202.50 เครดิต', `${th.home.closed} ${th.home.open}`]
const page = (): Sight => ({ controls: cards, sees: [th.home.shelf.slot, th.home.shelf.lotto] })

const accept =
  (leave: () => Promise<void>) =>
  async ({ remember }: { remember: boolean }) => {
    await tick(agreement.remember, remember)
    await leave()
  }

drive(model, {
  view: (actor) => <HomeScreen actor={actor} wallet={wallet} isCovered={false} onOpen={() => {}} children={null} />,
  act: {
    'agreement.accept': {
      ways: [accept(press(agreement.accept)), accept(key('Escape')), accept(press(close))],
    },
  },
  texts: [th.home.shelf.slot, th.home.shelf.lotto, th.home.shelf.sport, 'new', 'known'],
  look: {
    fresh: page,
    asking: page,
    settled: page,
    agreement: async () => {
      await screen.findByText('new')
      return { controls: [close, agreement.remember, agreement.accept], sees: ['new'] }
    },
  },
})

test('R87 D-04 the agreement waits while another dialog is open', async () => {
  const logic = frozen(homeMachine, { 'lookup.agreements': fromPromise(async () => ['<p>new</p>']) })
  const clock = new SimulatedClock()
  const actor = createActor(logic, { clock, input: { seen: null, wallet } }).start()
  const page = (isCovered: boolean) => (
    <HomeScreen actor={actor} wallet={wallet} isCovered={isCovered} onOpen={() => {}} children={null} />
  )
  const { rerender } = render(page(true))
  await act(async () => {
    clock.increment(AGREEMENT_DELAY)
    await settle()
  })
  expect(actor.getSnapshot().value).toBe('agreement')
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(page(false))
  screen.getByRole('dialog', { name: th.page.agreement })
  await screen.findByText('new')
})

test('R96 R97 R95 a card shows its money and credit; one that is not open asks to open it', async () => {
  const onOpen = vi.fn()
  const actor = createActor(frozen(homeMachine), { input: { seen: null, wallet } }).start()
  render(<HomeScreen actor={actor} wallet={wallet} isCovered={false} onOpen={onOpen} children={null} />)
  const [open, closed] = screen.getAllByRole('button')
  expect([open, closed].map((card) => card?.querySelectorAll('img').length)).toEqual([2, 2])
  expect(open?.textContent).toMatch(/฿820\.25.*8,202\.50/)
  expect(open?.textContent).not.toContain(th.home.open)
  expect(closed?.textContent).toBe(th.home.closed + th.home.open)
  closed?.click()
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'game', game: 'lotto' }]])
})
