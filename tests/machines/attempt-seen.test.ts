import { expect, it } from 'vitest'
import { createEmptyActor } from 'xstate'
import bonus from '#tests/flows/bonus/bonus.model.ts'
import coupons from '#tests/flows/coupons/coupons.model.ts'
import gameAccount from '#tests/flows/game-account/game-account.model.ts'
import giftLink from '#tests/flows/gift-link/gift-link.model.ts'
import inviteBonus from '#tests/flows/invite/invite-bonus.model.ts'
import promotion from '#tests/flows/promotion/promotion.model.ts'
import refund from '#tests/flows/refund/refund.model.ts'
import { startOwner } from '#tests/kit/owner.ts'
import { ONCE, pendingOf } from '#tests/kit/samples/attempt.ts'

const nobody = createEmptyActor() as never
const game = { toasts: nobody, code: 'pg', web: null }
const withGame = (deed: 'activate' | 'reset' | 'fill') => () =>
  startOwner(
    gameAccount,
    { ...game, isActive: deed !== 'activate', pending: pendingOf({ deed, code: 'pg' }) },
    {},
    ONCE,
  )
const withBonus = (deed: 'take' | 'end', code: string) => () =>
  startOwner(bonus, { pending: pendingOf({ deed, code }), pendingCode: null }, {}, ONCE)

/**
 * Machines that sent a change before a reload, to a backend that would execute the change again if the request were
 * repeated.
 */
const owners = [
  ['claiming a bonus', withBonus('take', 'WELCOME'), 'loading'],
  ['ending a bonus', withBonus('end', ''), 'loading'],
  ['opening a game account', withGame('activate'), 'inactive'],
  ['replacing a game’s password', withGame('reset'), 'reading'],
  ['filling a game', withGame('fill'), 'reading'],
  [
    'claiming a coupon',
    () => startOwner(coupons, { owner: nobody, pending: pendingOf({ coupon: 'k9', label: 'k9' }) }, {}, ONCE),
    'loading',
  ],
  [
    'redeeming a gift link',
    () => startOwner(giftLink, { pending: pendingOf({ link: 'sealed' }) }, {}, ONCE),
    'editing',
  ],
  ['collecting a bonus', () => startOwner(inviteBonus, { toasts: nobody, pending: pendingOf({}) }, {}, ONCE), 'shown'],
  [
    'claiming a promotion',
    () => startOwner(promotion, { owner: nobody, pending: pendingOf({ code: 'SONGKRAN50' }) }, {}, ONCE),
    'editing',
  ],
  ['receiving a refund', () => startOwner(refund, { pending: pendingOf({}) }, {}, ONCE), 'checking'],
] as const

it.each(owners)(
  'the machine for %s continues after the player has seen the outcome, and reloads the wallet',
  async (_, open, state) => {
    const app = await open()
    await app.see()
    expect(app.now().value).toBe(state)
    expect(app.now().context).toMatchObject({ pending: null })
    expect(app.reads()).toBe(1)
  },
)
