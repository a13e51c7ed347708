import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { createEmptyActor } from 'xstate'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { done, pendingOf } from '#tests/kit/samples/attempt.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { GIFT, SEALED } from '#tests/kit/samples/gift.ts'
import { fill, key, sight, wantedSight } from '#tests/kit/screen.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './gift-link.model.ts'
import { attempt, form, Page, received } from './gift-link.screen.tsx'

const { action, gift, money } = th
const { child } = attempt

beforeAll(speakThai)
beforeAll(disableAnimations)

const opened = (pending: ReturnType<typeof pendingOf<{ link: string }>> | null) =>
  start(model, { wallet: createEmptyActor() as never, pending }, { keep: { attempt: child.logic } })
const noWallet = { ...ways, wallets: [] }

test('the gift link form does not send a link before the receiving wallet is known (R105, D-42)', async () => {
  const { actor, now } = await opened(null)
  render(<Page actor={actor} known={null} />)
  await fill(gift.link, GIFT)
  await key('Enter', gift.link)()
  expect(sight([]).controls).toEqual(wantedSight({ controls: form(`${gift.submit} (off)`) }).controls)
  expect(now().value).toBe('editing')
})

test.each([
  ['that of the operator', satang(1_000), '10.00'],
  ['our own if the operator says 0', satang(0), '2.00'],
])('the gift link form shows the minimum amount: %s (R515)', async (_, minimum, text) => {
  const { actor } = await opened(null)
  render(<Page actor={actor} known={{ ...ways, gift: { minimum } }} />)
  expectSeen(gift.minimum.replace('{{min}}', `${text} ${money.BAHT}`))
})

test('the gift tab has no form if no wallet accepts gifts (R166, D-42)', async () => {
  const { actor } = await opened(null)
  render(<Page actor={actor} known={noWallet} />)
  const controls = [action.close, `${gift.submit} (off)`]
  expect(sight([gift.none])).toEqual(wantedSight({ controls, sees: [gift.none] }))
})

test('the gift tab offers a retry instead of the form if the wallet that receives gifts cannot be read (R302, D-42)', async () => {
  const { actor } = await opened(null)
  const manual = ways.wallets.map((wallet) => wallet && { ...wallet, mode: 'MANUAL' })
  render(<Page actor={actor} known={{ ...ways, wallets: [null, ...manual] }} />)
  const controls = [action.close, action.retry, `${gift.submit} (off)`]
  expect(sight([gift.failed, gift.none])).toEqual(wantedSight({ controls, sees: [gift.failed] }))
})

test('the gift link form can check a link whose outcome is unknown even if no wallet accepts gifts any more', async () => {
  const { actor } = await opened(pendingOf({ link: SEALED }))
  const attempt = actor.getSnapshot().children.attempt as never
  await child.tell['attempt.unknown'](attempt, null)
  render(<Page actor={actor} known={noWallet} />)
  expect(sight([])).toEqual(
    wantedSight({ controls: [action.close, gift.link, action.checkAgain], alerts: [money.unknown] }),
  )
  await child.bring.done(attempt, done({ amount: 10_000 }))
  expectSeen(gift.received, received)
})
