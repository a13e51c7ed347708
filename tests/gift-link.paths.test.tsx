import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type ActorRefFrom, createEmptyActor } from 'xstate'
import type { DepositWays } from '#contract/deposit.ts'
import th from '#locales/th.json'
import type { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { Dialog } from '#src/components/dialog.tsx'
import { GiftFoot, GiftLink } from '#src/features/deposit/gift-link.tsx'
import { realAttempt } from './kit/attempts.ts'
import { drive } from './kit/drive.tsx'
import { expectSeen, fill, key, press, type Sight, sight, told, wantedSight } from './kit/screen.ts'
import { start } from './kit/start.ts'
import { done, pendingOf } from './models/fixtures/attempt.ts'
import { ways } from './models/fixtures/deposit.ts'
import { GIFT, SEALED } from './models/fixtures/gift.ts'
import model from './models/gift-link.model.ts'

const { action, gift, money } = th
const { child, isUnknown, expectKept } = realAttempt()
const received = '฿100.00'

type Props = { actor: ActorRefFrom<typeof giftLinkMachine>; known?: DepositWays | null }
const Page = ({ actor, known = ways }: Props) => (
  <Dialog title={th.page.deposit} onClose={() => {}} foot={<GiftFoot actor={actor} ways={known} />}>
    <GiftLink actor={actor} ways={known} />
  </Dialog>
)

const form = (button: string): string[] => [action.close, gift.link, button]

drive(model, {
  view: (actor) => <Page actor={actor} />,
  act: {
    'link.type': {
      ways: [({ link }) => fill(gift.link, link || '{Backspace}')],
      when: ({ context }, { link }) => (link || context.link) !== '',
    },
    'gift.submit': { ways: [press(gift.submit), key('Enter', gift.link)] },
    'gift.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  check: (actor) => {
    const { link, pending } = actor.getSnapshot().context
    expect(screen.getByLabelText<HTMLInputElement>(gift.link).value).toBe(link)
    expectKept(pending)
  },
  texts: [gift.minimum, gift.received, received],
  look: {
    editing: ({ context: { link, failure } }): Sight => ({
      controls: form(link.trim() ? gift.submit : `${gift.submit} (off)`),
      alerts: told(failure),
      sees: failure ? [] : [gift.minimum],
    }),
    sealing: () => ({ controls: form(`${gift.sending} (busy)`), sees: [gift.minimum] }),
    attempting: ({ children: { attempt } }) => ({
      controls: form(isUnknown(attempt) ? action.checkAgain : `${gift.sending} (busy)`),
      alerts: isUnknown(attempt) ? [money.unknown] : [],
      sees: [gift.minimum],
    }),
    received: ({ context: { amount } }) => ({
      controls: [action.gotIt],
      sees: amount ? [gift.received, received] : [gift.received],
    }),
  },
})

const opened = (pending: ReturnType<typeof pendingOf<{ link: string }>> | null) =>
  start(model, { wallet: createEmptyActor() as never, pending }, { keep: { attempt: child.logic } })
const noWallet = { ...ways, wallets: [] }

test('R105 D-42 no link goes out before it is known for which wallet', async () => {
  const { actor, now } = await opened(null)
  render(<Page actor={actor} known={null} />)
  await fill(gift.link, GIFT)
  await key('Enter', gift.link)()
  expect(sight([]).controls).toEqual(wantedSight({ controls: form(`${gift.submit} (off)`) }).controls)
  expect(now().value).toBe('editing')
})

test('R166 D-42 where there is no wallet for it, no link is asked for', async () => {
  const { actor } = await opened(null)
  render(<Page actor={actor} known={noWallet} />)
  const controls = [action.close, `${gift.submit} (off)`]
  expect(sight([gift.none])).toEqual(wantedSight({ controls, sees: [gift.none] }))
})

test('exactly once: what is not answered is asked for even where no link is taken any more', async () => {
  const { actor } = await opened(pendingOf({ link: SEALED }))
  const attempt = actor.getSnapshot().children.attempt as never
  await child.tell['attempt.unknown'](attempt, null)
  render(<Page actor={actor} known={noWallet} />)
  expect(sight([])).toEqual(wantedSight({ controls: form(action.checkAgain), alerts: [money.unknown] }))
  await act(() => child.bring.done(attempt, done({ amount: 10_000 })))
  expectSeen(gift.received, received)
})
