import { brief, check, must, refusal, shape, skip } from '../kit.ts'

/** The prize wheel. */
export const spinChecks = [
  shape('spin.setup', {}),
  check('spin.setup', 'wallet overview and wheel count the same coins', async (backend) => {
    const { userCoin } = await backend.ask('spin.setup', {})
    const { profile } = await backend.ask('wallet.get', {})
    must(userCoin === profile.coin, `${userCoin} at the wheel, ${profile.coin} in the overview`)
  }),
  shape('spin.active', {}),
  shape('spin.coupons', {}),
  refusal('spin.claim', 'an unknown coupon', { coupon: 'no-such-coupon' }, [
    'INVALID_PRIZE_CODE',
    'NO_CLAIMABLE_COUPON',
    'INVALID_CODE',
    'BONUS_REMAINING',
  ]),
  check(
    'spin.spin',
    'a spin stops at a slice of the wheel and tells the coins that are left',
    async (backend) => {
      const { activeSpinwheel, userCoin } = await backend.ask('spin.setup', {})
      if (!activeSpinwheel) return skip('the wheel is off')
      if (userCoin === 0) return skip('the member has no coin')
      const result = await backend.ask('spin.spin', {})
      const isSlice = activeSpinwheel.slice?.some((each) => each?.code === result.code)
      must(isSlice === true, `${result.code} is no slice of the wheel`)
      const after = await backend.ask('spin.setup', {})
      must(
        after.userCoin === result.remainingCoin,
        `remainingCoin ${result.remainingCoin}, but ${after.userCoin} are left`,
      )
      must(after.userCoin < userCoin || backend.subject.level === 'plain', 'the spin cost no coin')
    },
    { money: true },
  ),
  check(
    'spin.claim',
    'a claimed coupon is gone from the list',
    async (backend) => {
      const coupons = await backend.ask('spin.coupons', {})
      const coupon = coupons.find(({ isByHand }) => !isByHand) ?? skip('the member has no coupon')
      const { code } = coupon.prize.slice
      const reply = await backend.send('spin.claim', { coupon: code })
      if (reply.status >= 400) {
        backend.mustRefuse(reply)
        skip(`the coupon cannot be claimed now: ${brief(reply.body)}`)
      }
      backend.mustSucceed('spin.claim', reply)
      const left = (await backend.ask('spin.coupons', {})).find(({ prize }) => prize.slice.code === code)?.amount ?? 0
      must(left === coupon.amount - 1, `${coupon.amount} before, ${left} after`)
    },
    { money: true },
  ),
]
