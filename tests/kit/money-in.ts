import AES from 'crypto-js/aes.js'
import { GIFT_KEY, GIFT_SEPARATOR } from '#contract/gift-link.ts'
import { slipPicture } from '#server/demo/slip-picture.ts'

/** The operator wallet that accepts the demo's gift links. */
export const GIFT_WALLET = 'Krapao Demo 1'
/** A gift link. In the sandbox, `v` is the amount in baht. */
export const giftLink = (v: string) => `https://gift.truemoney.com/campaign/?v=${v}`

/** A gift link as a browser sends it, encrypted with the same library as in the browser. */
export const sealedGift = (link: string, account = GIFT_WALLET, passphrase = GIFT_KEY): string =>
  AES.encrypt(`${link}${GIFT_SEPARATOR}${account}`, passphrase).toString()

/** A slip as a PNG of about 400 bytes. Each amount results in a different file. */
export const pngSlip = (amount = '500.00', name = 'slip.png'): File =>
  new File([new Uint8Array(slipPicture(amount))], name, { type: 'image/png' })

/** A file with the header of a JPEG. */
export const jpegSlip = (name = 'slip.jpg', size = 100): File => {
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return new File([bytes], name, { type: 'image/jpeg' })
}
