import { act, render } from '@testing-library/react'
import { beforeAll, test } from 'vitest'
import { createEmptyActor } from 'xstate'
import { QR_RULES } from '#contract/qr.ts'
import th from '#locales/th.json'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { press } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './deposit.model.ts'
import { children, labels, Page } from './deposit.screen.tsx'

const { bank, gift, slip } = th

beforeAll(speakThai)
beforeAll(disableAnimations)

test('passes the ways to deposit to every tab (R3, R105, D-11)', async () => {
  const ends = {
    wallet: createEmptyActor() as never,
    toasts: createEmptyActor() as never,
    rules: QR_RULES,
    asksPassword: false,
  }
  const keep = Object.fromEntries(Object.entries(children).map(([name, { logic }]) => [name, logic]))
  const app = await start(model, { ...ends, pending: { gift: null, slip: null } }, { keep })
  render(<Page actor={app.actor} />)
  await act(() => app.answer('lookup.deposit', { ...ways, banks: [], wallets: [], isManual: true }))
  await press(labels.gift, 'tab')()
  expectSeen(gift.none)
  await press(labels.bank, 'tab')()
  expectSeen(bank.empty, slip.manual)
})
