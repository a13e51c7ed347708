import { act, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import th from '#locales/th.json'
import { Balance } from '#src/features/wallet/balance.tsx'
import { drive } from './kit/drive.tsx'
import { Fakes, settle } from './kit/run.ts'
import { press, type Sight } from './kit/screen.ts'
import { noAnswer } from './models/fixtures/failures.ts'
import { overview, reading } from './models/fixtures/wallet.ts'
import model from './models/wallet.model.ts'

const { home } = th
const hello = home.hello.replace('{{name}}', overview.profile.name)
const updated = home.updated.replace('{{time}}', '02/01/2026 10:04:05')
const total = '฿2,320.75'
const stale = home.stale.replace('{{ago}}', th.ago.minute.replace('{{n}}', '5'))

// five minutes after the reading of the models
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: reading.at + 5 * 60_000 }))
afterAll(() => void vi.useRealTimers())

type Seen = Parameters<Parameters<typeof drive<(typeof model)['config']['machine']>>[1]['look'][string]>[0]

/** Both regions show on the one balance: what it says follows from what is known and how the last reading went. */
function balance(snapshot: Seen): Sight {
  const isKnown = snapshot.context.overview !== null
  const hasFailed = snapshot.matches({ overview: 'failed' })
  const money = isKnown ? [hello, total, '1,500.50', '820.25'] : [hasFailed ? home.failed : th.state.loading]
  // nothing is stale while nothing was ever read
  const age = isKnown ? [hasFailed ? stale : updated] : []
  const isBusy = snapshot.hasTag('busy') ? ' (busy)' : ''
  return {
    controls: [`${home.refresh}${isBusy}`, home.deposit, home.withdraw, home.transfer],
    sees: [...money, ...age],
  }
}

drive(model, {
  view: (actor) => <Balance actor={actor} onOpen={() => {}} />,
  act: {
    'wallet.open': 'outside',
    'wallet.read': 'outside',
    'wallet.show': 'outside',
    'wallet.refresh': { ways: [press(home.refresh)], when: (snapshot) => !snapshot.hasTag('busy') },
  },
  texts: [hello, total, '1,500.50', '820.25', updated, stale, home.failed, th.state.loading],
  look: {
    'games.resting': balance,
    'games.pausing': balance,
    'games.asking.patient': balance,
    'games.asking.late': balance,
    'overview.unread': balance,
    'overview.reading': balance,
    'overview.known': balance,
    'overview.failed': balance,
  },
})

test('R551 R83 a balance of an earlier visit that cannot be read again: how long ago that was', async () => {
  const fakes = new Fakes()
  const twoDaysAgo = reading.at - 2 * 86_400_000
  const wallet = createActor(fakes.provide(model), { input: { syncedAt: twoDaysAgo } }).start()
  wallet.send({ type: 'wallet.read' })
  render(<Balance actor={wallet} onOpen={() => {}} />)
  await act(async () => {
    fakes.take('wallet.get').reject(noAnswer)
    await settle()
  })
  expect(screen.getByRole('status').textContent?.replace(/\s/g, ' ')).toBe(
    home.stale.replace('{{ago}}', th.ago.day.replace('{{n}}', '2')).replace(/\s/g, ' '),
  )
  screen.getByText((text) => text.replace(/\s/g, ' ') === home.failed.replace(/\s/g, ' '))
})

test('R88 R81 home has the member’s name and a way to deposit', async () => {
  const onOpen = vi.fn()
  const fakes = new Fakes()
  const wallet = createActor(fakes.provide(model), { input: { syncedAt: null } }).start()
  wallet.send({ type: 'wallet.read' })
  render(<Balance actor={wallet} onOpen={onOpen} />)
  await act(async () => {
    fakes.take('wallet.get').resolve(reading)
    await settle()
  })
  screen.getByText(hello)
  await press(home.deposit)()
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'deposit' }]])
})
