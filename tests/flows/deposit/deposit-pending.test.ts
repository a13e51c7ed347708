import { describe, expect, test } from 'vitest'
import { createEmptyActor, fromCallback } from 'xstate'
import { QR_RULES } from '#contract/qr.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { pending as slip } from '#tests/kit/samples/slip.ts'
import { start } from '#tests/kit/start.ts'
import deposit from './deposit.model.ts'

const gift = pendingOf({ link: 'sealed' })
const [wallet, toasts] = [createEmptyActor() as never, createEmptyActor() as never]
const ends = { wallet, toasts, rules: QR_RULES }

describe('the deposit dialog after a reload', () => {
  test.each([
    ['qr', null, null],
    ['bank', null, slip],
    ['gift', gift, null],
    ['gift', gift, slip],
  ])('opens on the tab of the unanswered deposit, or on the QR tab if there is none: %s', async (tab, gift, slip) => {
    expect((await start(deposit, { ...ends, pending: { gift, slip } })).now().context.tab).toBe(tab)
  })

  test('passes each child machine its own unanswered deposit, and the wallet and toasts that it needs', async () => {
    const inputs = new Map<string, unknown>()
    const note = (name: string) => fromCallback(({ input }) => void inputs.set(name, input)) as never
    const keep = { bankTransfer: note('bank'), slipUpload: note('slip'), giftLink: note('gift') }
    await start(deposit, { ...ends, pending: { gift, slip } }, { keep })
    expect(inputs.get('bank')).toEqual({ wallet, toasts })
    expect(inputs.get('slip')).toEqual({ wallet, pending: slip })
    expect(inputs.get('gift')).toEqual({ wallet, pending: gift })
  })
})
