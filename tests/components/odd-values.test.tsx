import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { createActor, createEmptyActor } from 'xstate'
import th from '#locales/th.json'
import { couponsMachine } from '#machines/coupons.machine.ts'
import { OperatorTexts } from '#src/components/operator-texts.tsx'
import { InviteSum } from '#src/features/invite/invite-bonus.tsx'
import { SpinScreen } from '#src/features/spin/spin-screen.tsx'
import { Balance } from '#src/features/wallet/balance.tsx'
import inviteBonus from '#tests/flows/invite/invite-bonus.model.ts'
import spinModel from '#tests/flows/spin/spin.model.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { slices } from '#tests/kit/samples/spin.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { plain, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { unread, invite } = th
const other = createEmptyActor() as never

it('the page shows the operator’s readable texts, and a note in place of each unreadable text (R70, R87)', async () => {
  await act(async () => {
    render(
      <Suspense>
        <OperatorTexts texts={['<p>first</p>', null, '<p>last</p>']} />
      </Suspense>,
    )
  })
  await screen.findByText('last')
  expect(words()).toContain('first')
  expect(words()).toContain(plain(unread.entry))
})

it('the page shows the wallet even if the invite bonus is unreadable, but does not let the player collect the bonus (R85, R160)', async () => {
  const wallet = knownWallet({ ...overview, invite: { amount: null, success: null, fail: 1 } })
  const actor = createActor(new Fakes().provide(inviteBonus), {
    input: { wallet: other, toasts: other, pending: null },
  }).start()
  await act(async () => {
    render(
      <>
        <Balance actor={wallet} onOpen={() => {}} />
        <InviteSum actor={actor} wallet={wallet} />
      </>,
    )
    await settle()
  })
  expect(document.body.textContent).toContain('฿2,320.75')
  expect(words()).toContain(plain(unread.entry))
  expect(screen.getByRole('button', { name: invite.collect })).toHaveAttribute('aria-disabled', 'true')
})

it('the wheel can be spun even if some slices are unreadable, and the page shows how many (R138, R181)', async () => {
  const fakes = new Fakes()
  const input = { wallet: other, pending: null, decided: null, claim: null }
  const actor = createActor(fakes.provide(spinModel, { coupons: frozen(couponsMachine) }), { input }).start()
  await act(async () => {
    render(<SpinScreen actor={actor} />)
    await settle()
    fakes.take('spin.setup').resolve({ activeSpinwheel: { name: 'x', slice: slices, unread: 2 }, userCoin: 1 })
    await settle()
  })
  expect(words()).toContain(plain(unread.choices.replace('{{n}}', '2')))
  expect(screen.getByRole('button', { name: th.spin.go })).not.toHaveAttribute('aria-disabled')
})
