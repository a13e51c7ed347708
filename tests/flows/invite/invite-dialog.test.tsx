import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor, fromPromise } from 'xstate'
import type { Banners } from '#contract/banner.ts'
import type { Invitee } from '#contract/invite.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { WalletOverview } from '#contract/wallet.ts'
import th from '#locales/th.json'
import { inviteListMachine } from '#machines/invite-list.machine.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { inviteLogic } from '#src/actors/invite.ts'
import { InviteDialog } from '#src/features/invite/invite-dialog.tsx'
import { shareLink } from '#src/lib/share.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { expectSeen } from '#tests/kit/expect-seen.ts'
import { knownWallet } from '#tests/kit/known-wallet.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { KEYED, pendingOf } from '#tests/kit/samples/attempt.ts'
import { maintenance, noAnswer } from '#tests/kit/samples/failures.ts'
import { overview } from '#tests/kit/samples/wallet.ts'
import { plain, sight, wantedSight } from '#tests/kit/screen.ts'
import { listener, start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model, { LINK } from './invite.model.ts'
import inviteBonus from './invite-bonus.model.ts'

beforeAll(speakThai)
afterEach(() => void Reflect.deleteProperty(navigator, 'share'))
/** Replaces the browser's share function. Null simulates a browser that cannot share. */
const sharing = (value: (() => Promise<void>) | null) =>
  Object.defineProperty(navigator, 'share', { value, configurable: true })

const { action, invite, money } = th
const nobody = createEmptyActor() as never
const amountOf = (amount: Satang): WalletOverview => ({ ...overview, invite: { amount, success: 1.5, fail: 3 } })

type Shown = {
  of?: WalletOverview | null
  invitees?: Invitee[] | null
  pending?: ReturnType<typeof pendingOf<object>> | null
  link?: string | null
}
/** Renders the invite dialog with this wallet and these friends. */
async function show({ of = amountOf(satang(0)), invitees = [], pending = null, link = LINK }: Shown = {}) {
  const outside = new Fakes()
  const asked = vi.fn()
  const page = fromPromise<Page<Invitee>, { page: number; limit: number }>(async ({ input }) => {
    asked(input)
    if (!invitees) throw noAnswer
    return { rows: invitees, total: invitees.length }
  })
  const app = await start(
    model,
    { toasts: nobody },
    { keep: { inviteList: inviteListMachine.provide({ actors: { page } }) } },
  )
  const logic = outside.provide(inviteBonus, { attempt: outside.provide(attempt, KEYED) })
  const bonus = createActor(logic, { input: { wallet: nobody, toasts: nobody, pending } }).start()
  await app.answer('invite.banners', [])
  await act(async () => {
    render(<InviteDialog actor={app.actor} bonus={bonus} wallet={knownWallet(of)} link={link} onClose={() => {}} />)
    await settle()
  })
  return { outside, asked }
}
const collect = () => screen.getByRole('button', { name: invite.collect })

test('the invite dialog lists the friends who joined through the link, each with an amount and a time, ten per page (R122, R123, R169, R340)', async () => {
  const invitees = [{ from: { name: 'ผู้เล่น 2' }, amount: satang(12_345), createdAt: '2026-01-02T03:04:05.000Z' }]
  const { asked } = await show({ invitees })
  expect(asked.mock.calls).toEqual([[{ page: 1, limit: 10 }]])
  const table = screen.getByRole('table', { name: invite.friends })
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['ผู้เล่น 202/01/2026 10:04:05', '123.45'])
})

test('if the list of friends fails to load, the invite dialog shows an error in place of the list, and the other sections as usual (R403)', async () => {
  await show({ invitees: null })
  expectSeen(invite.listFailed)
  screen.getByRole('button', { name: action.retry })
  collect()
})

test('the invite dialog shows a message if there are no friends yet (R122)', async () => {
  await show()
  expectSeen(invite.empty, invite.emptyLead)
})

test('the invite dialog shows no invite link before the wallet is loaded (R104)', async () => {
  await show({ of: null, link: null })
  expect(sight([LINK, invite.linkUnread])).toEqual(wantedSight({ controls: [action.close] }))
})

test('if the member’s id is unknown, the dialog shows a message in place of the link, and the other sections as usual (R104, R122)', async () => {
  sharing(null)
  await show({ of: amountOf(satang(5_000)), link: null })
  expectSeen('฿50.00', invite.empty, invite.linkUnread)
  expect(sight([LINK])).toMatchObject(wantedSight({ controls: [action.close, invite.collect] }))
})

test('the player can copy the invite link if the browser cannot share it (R104)', async () => {
  sharing(null)
  await show()
  expect(sight([LINK])).toMatchObject(
    wantedSight({ controls: [action.close, action.copy, `${invite.collect} (off)`], sees: [LINK] }),
  )
})

test('the invite dialog shows the bonus amount and the two percentages (R85, D-55)', async () => {
  await show({ of: amountOf(satang(5_000)) })
  expectSeen('฿50.00', invite.percent.replace('{{success}}', '1.5').replace('{{fail}}', '3'))
  expect(collect()).not.toHaveAttribute('aria-disabled')
})

test('without an invite bonus, the button that collects it is disabled, sends nothing, and keeps the focus (R85)', async () => {
  await show({ of: amountOf(satang(0)) })
  collect().focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect([collect().getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', collect()])
})

test('a bonus claim with an unknown outcome can be checked with the same idempotency key, even before the wallet is loaded', async () => {
  const { outside } = await show({ of: null, pending: pendingOf({}) })
  await act(async () => {
    outside.take('call').reject(maintenance)
    await settle()
  })
  screen.getByRole('alertdialog', { name: plain(invite.bonus) })
  expectSeen(money.unknown, maintenance.message)
  await userEvent.click(screen.getByRole('button', { name: action.checkAgain }))
  expect(outside.calls.map(({ input }) => input)).toMatchObject([
    { key: pendingOf({}).key },
    { key: pendingOf({}).key },
  ])
})

const aborted = new DOMException('changed their mind', 'AbortError')
const forbidden = new DOMException('not here', 'NotAllowedError')

test.each([
  [undefined, true],
  [aborted, true],
  [forbidden, false],
  [new TypeError('not such a link'), false],
])('with the browser error %s, sharing the invite link counts as done: %s (R104)', async (error, isDone) => {
  const share = vi.fn(async () => (error ? Promise.reject(error) : undefined))
  sharing(share)
  expect(await shareLink(LINK)).toBe(isDone)
  expect(share).toHaveBeenCalledWith({ url: LINK })
})

test.each([
  [aborted, []],
  [forbidden, [LINK]],
])(
  'if sharing the invite link fails with %s, the links %j are copied, and a toast confirms each copy (R104, R399)',
  async (error, copied) => {
    sharing(() => Promise.reject(error))
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const toasts = listener()
    const actors = { 'invite.banners': fromPromise<Banners, object>(async () => []) }
    const actor = createActor(inviteLogic.provide({ actors }), { input: { toasts: toasts.ref as never } }).start()
    await settle()
    actor.send({ type: 'link.share', link: LINK })
    await settle()
    expect([writeText.mock.calls.flat(), toasts.heard.length]).toEqual([copied, copied.length])
  },
)
