import AES from 'crypto-js/aes.js'
import { GIFT_KEY, GIFT_SEPARATOR, giftWallet } from '#contract/gift-link.ts'
import { slipPicture } from '#server/demo/slip-picture.ts'
import { check, must, refusal, skip } from '../kit.ts'

const noPicture = () => new File(['no picture'], 'slip.txt', { type: 'text/plain' })
const slip = () => new File([new Uint8Array(slipPicture('1.00'))], 'slip.png', { type: 'image/png' })

/** Deposits by slip and by gift link. */
export const slipChecks = [
  refusal('wallet.slip', 'a form without a file', {}, ['SLIP_NO_FILE', 'NO_DATA']),
  refusal('wallet.slip', 'a file that is no picture', async () => ({ file: noPicture() }), [
    'SLIP_INVALID_FILE',
    'SLIP_UPLOAD_FAIL',
  ]),
  check(
    'wallet.slip',
    'a slip appears in the list of slips, and credits nothing by itself',
    async (backend) => {
      const before = await backend.money()
      const sent = await backend.send('wallet.slip', { file: slip() })
      if (sent.status >= 400) backend.mustRefuse(sent, 'SLIP_UPLOAD_FAIL')
      if (sent.status >= 400) skip('slips are closed at this time of day')
      backend.mustSucceed('wallet.slip', sent)
      const { slips } = await backend.ask('statement.slips', { page: 1, limit: 10 })
      must(slips.length > 0, 'the list of slips is empty')
      must((await backend.money()).total === before.total, 'the money changed before the slip was checked')
    },
    { money: true },
  ),
  refusal('wallet.truelink', 'a text that is no gift link', { link: 'no gift link' }, ['TRUELINK_INVALID']),
  refusal(
    'wallet.truelink',
    'a gift link of another site',
    async (backend) => {
      const account = giftWallet(await backend.ask('lookup.deposit', {})) ?? skip('there is no wallet for gift links')
      return { link: AES.encrypt(`https://gift.example/?v=1${GIFT_SEPARATOR}${account}`, GIFT_KEY).toString() }
    },
    ['TRUELINK_INVALID'],
  ),
]
