import { toSatang } from '#contract/money.ts'
import { answered, type Backend, brief, check, must, refusal, shape, skip } from '../kit.ts'

const NO_CODE = { code: 'NO-SUCH-CODE' }

const isHeld = async (backend: Backend) => (await backend.ask('bonus.active', {})).status

/** Bonuses, promotion codes, invites and refunds. */
export const rewardChecks = [
  shape('bonus.list', {}),
  shape('bonus.active', {}),
  check('bonus.active', 'a bonus that is active in the list is in effect', async (backend) => {
    const active = (await backend.ask('bonus.list', {})).find(({ userBonus }) => userBonus?.isActive)
    must(!active || (await isHeld(backend)), `${active?.code} is active, but status is false`)
  }),
  answered('bonus.minimum'),
  shape('bonus.minimum', {}, undefined, { level: 'full' }),
  refusal('bonus.activate', 'an unknown bonus', NO_CODE, ['NO_DATA']),
  refusal(
    'bonus.clear',
    'an end of no bonus',
    async (backend) => {
      if (await isHeld(backend)) skip('the member has a bonus')
      return {}
    },
    ['BONUS_CONDITION'],
    { level: 'full', money: true },
  ),
  check('promotion.find', 'an unknown promotion brings nothing, or a refusal', async (backend) => {
    const reply = await backend.send('promotion.find', NO_CODE)
    if (reply.status >= 300) return backend.mustRefuse(reply, 'NO_PROMOTION', 'NO_DATA')
    const found = reply.body
    must(found === undefined || found === null || brief(found) === '{}', `${brief(found)} was found`)
  }),
  refusal('promotion.activate', 'an unknown promotion', NO_CODE, ['NO_PROMOTION']),
  shape('promotion.current', {}),
  shape('invite.banners', {}),
  check(
    'invite.bonus',
    'what was to be collected is in the main wallet, once',
    async (backend) => {
      const { invite } = await backend.ask('wallet.get', {})
      const before = await backend.money()
      const due = toSatang(invite.amount ?? 0)
      const reply = await backend.send('invite.bonus', {})
      if (due === 0) return backend.mustRefuse(reply)
      backend.mustSucceed('invite.bonus', reply)
      const after = await backend.money()
      must(
        after.wallet === before.wallet + due,
        `${due} satang were due, the wallet grew by ${after.wallet - before.wallet}`,
      )
      backend.mustRefuse(await backend.send('invite.bonus', {}), 'INVITE_COLLECT', 'NO_INVITE_BONUS')
      must((await backend.money()).wallet === after.wallet, 'the bonus was paid twice')
    },
    { money: true },
  ),
  shape('refund.check', {}),
  shape('refund.banners', {}),
  check(
    'refund.receive',
    'a refund is in the main wallet, once',
    async (backend) => {
      const { result, bonus, refundAmount } = await backend.ask('refund.check', {})
      const before = await backend.money()
      const reply = await backend.send('refund.receive', {})
      if (!result || bonus) return backend.mustRefuse(reply, 'NO_REFUND', 'REFUND_CONDITION', 'REFUND_MINIMUM')
      if (reply.status === 403) return backend.mustRefuse(reply, 'REFUND_INACTIVE')
      backend.mustSucceed('refund.receive', reply)
      const after = await backend.money()
      const grown = after.wallet - before.wallet
      must(grown === toSatang(refundAmount ?? 0), `${refundAmount} baht were due, the wallet grew by ${grown} satang`)
      backend.mustRefuse(await backend.send('refund.receive', {}), 'NO_REFUND', 'REFUND_MINIMUM')
      must((await backend.money()).wallet === after.wallet, 'the refund was paid twice')
    },
    { money: true },
  ),
  check(
    'refund.addWallet',
    'a refund that was received is not paid again',
    async (backend) => {
      const { result } = await backend.ask('refund.check', {})
      if (result) skip('there is a refund')
      const before = await backend.money()
      backend.mustRefuse(await backend.send('refund.addWallet', {}), 'NO_REFUND', 'REFUND_CONDITION', 'REFUND_INACTIVE')
      must((await backend.money()).wallet === before.wallet, 'the wallet changed')
    },
    { money: true },
  ),
]
