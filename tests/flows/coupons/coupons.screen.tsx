import { readable } from '#contract/rows.ts'
import { COUPON_PAGE } from '#contract/spin.ts'
import th from '#locales/th.json'
import { couponPages } from '#machines/coupons.machine.ts'
import { Coupons } from '#src/features/spin/coupons.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './coupons.model.ts'

const { action, coupon, failure: failed, money, pager } = th
const claimOf = (label: string) => coupon.claimOne.replace('{{label}}', label)
const asked = (label: string) => coupon.confirm.replace('{{label}}', label)
const claimed = (label: string) => coupon.done.replace('{{label}}', label)
const pageNo = (page: number) => pager.page.replace('{{n}}', String(page))

type Seen = ReturnType<(typeof model)['config']['machine']['getInitialSnapshot']>

/** The page's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt

/** The label of the coupon to be confirmed, or else of the first coupon. */
const labelOf = ({ context: { chosen, coupons } }: Seen) => (chosen ?? coupons[0])?.prize.slice.label ?? 'คูปอง 0'
/** The label of the claimed coupon. */
const claimedIn = ({ context: { pending } }: Seen) => pending?.input.label ?? 'คูปอง 9'

/** The coupons on the current page, and the page numbers. No coupon can be claimed while the list loads. */
function list(seen: Seen): ScreenSnapshot {
  const { coupons, page } = seen.context
  const isBusy = seen.hasTag('busy')
  if (coupons.length === 0) return { controls: [], sees: isBusy ? [] : [coupon.empty] }
  const here = readable(coupons.slice((page - 1) * COUPON_PAGE, page * COUPON_PAGE)).map(
    ({ prize }) => prize.slice.label,
  )
  return {
    controls: [
      ...here.map((label) => `${claimOf(label)}${isBusy ? ' (off)' : ''}`),
      `${pager.previous}${page === 1 ? ' (off)' : ''}`,
      pageNo(1),
      pageNo(2),
      `${pager.next}${page === 2 ? ' (off)' : ''}`,
    ],
    sees: [coupon.count],
  }
}

export default defineDriver(model, {
  view: (actor) => <Coupons actor={actor} />,
  act: {
    'coupons.retry': { ways: [press(action.retry)] },
    'coupons.reload': 'outside',
    'page.choose': {
      ways: [({ page }) => press(pageNo(page))()],
      when: ({ context: { coupons } }, { page }) => coupons.length > 0 && page <= couponPages(coupons),
    },
    'coupon.choose': {
      ways: [(_, seen) => press(claimOf(labelOf(seen)))()],
      when: ({ context: { coupons, page } }) => coupons.length > 0 && page === 1,
    },
    'claim.confirm': {
      ways: [(_, seen) => press(seen.matches('settling') ? coupon.claiming : coupon.claim)()],
    },
    'claim.leave': { ways: [press(action.back), key('Escape')] },
    'claim.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: (seen) => [
    coupon.count,
    coupon.empty,
    coupon.failed,
    asked(labelOf(seen)),
    coupon.once,
    claimed('คูปอง 0'),
    claimed('คูปอง 9'),
    claimed(claimedIn(seen)),
    failed.title,
    th.spin.error.COUPON_EXPIRED,
    money.unknown,
  ],
  look: {
    loading: list,
    failed: () => ({ controls: [action.retry], sees: [coupon.failed] }),
    shown: list,
    confirming: (seen) => ({ controls: [action.back, coupon.claim], sees: [asked(labelOf(seen)), coupon.once] }),
    settling: (seen) => ({ controls: [action.back, coupon.claiming], sees: [asked(labelOf(seen)), coupon.once] }),
    claiming: ({ children }) =>
      isUnknown(children.attempt)
        ? { controls: [action.checkAgain], sees: [money.unknown] }
        : { controls: [`${coupon.claiming} (busy)`] },
    claimed: (seen) => ({ controls: [action.gotIt], sees: [claimed(claimedIn(seen))] }),
    refused: () => ({ controls: [action.gotIt], sees: [failed.title, th.spin.error.COUPON_EXPIRED] }),
  },
})
