import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import th from '#locales/th.json'
import { formatDate } from '#src/lib/format.ts'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { reading } from '#tests/kit/samples/wallet.ts'
import { plain, press } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './wallet.model.ts'
import { hello, Page } from './wallet.screen.tsx'

const { home } = th

beforeAll(speakThai)
beforeAll(disableAnimations)

test('if no balance can be loaded, the home page shows an error message and the time of the last update (R83)', async () => {
  const fakes = new Fakes()
  const twoDaysAgo = reading.at - 2 * 86_400_000
  const wallet = createActor(fakes.provide(model), { input: { syncedAt: twoDaysAgo } }).start()
  wallet.send({ type: 'wallet.read' })
  render(<Page actor={wallet} onOpen={() => {}} />)
  await act(async () => {
    fakes.take('wallet.get').reject(noAnswer)
    await settle()
  })
  expect(plain(screen.getByRole('status').textContent ?? '')).toBe(
    plain(home.updated.replace('{{time}}', formatDate(twoDaysAgo))),
  )
  screen.getByText((text) => text.replace(/\s/g, ' ') === home.failed.replace(/\s/g, ' '))
})

test('the home page shows the member’s name and a deposit button (R88, R81)', async () => {
  const onOpen = vi.fn()
  const fakes = new Fakes()
  const wallet = createActor(fakes.provide(model), { input: { syncedAt: null } }).start()
  wallet.send({ type: 'wallet.read' })
  render(<Page actor={wallet} onOpen={onOpen} />)
  await act(async () => {
    fakes.take('wallet.get').resolve(reading)
    await settle()
  })
  screen.getByText(hello)
  await press(home.deposit)()
  expect(onOpen.mock.calls).toEqual([[{ dialog: 'deposit' }]])
})
