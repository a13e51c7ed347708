import AES from 'crypto-js/aes.js'
import { GIFT_KEY, GIFT_SEPARATOR } from '#contract/gift-link.ts'
import { slipPicture } from '#server/demo/slip-picture.ts'

/** The operator's wallet that the demo's gift links are for. */
export const GIFT_WALLET = 'Krapao Demo 1'
/** A link whose `v` names its amount in baht in the sandbox. */
export const giftLink = (v: string) => `https://gift.truemoney.com/campaign/?v=${v}`

/** A gift link as a browser sends it, encrypted by the library that browsers use. */
export const sealedGift = (link: string, account = GIFT_WALLET, passphrase = GIFT_KEY): string =>
  AES.encrypt(`${link}${GIFT_SEPARATOR}${account}`, passphrase).toString()

/** A slip, as a PNG of about 400 bytes; another amount is another file. */
export const pngSlip = (amount = '500.00', name = 'slip.png'): File =>
  new File([new Uint8Array(slipPicture(amount))], name, { type: 'image/png' })

/** A file that begins like a JPEG. */
export const jpegSlip = (name = 'slip.jpg', size = 100): File => {
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8, 0xff, 0xe0])
  return new File([bytes], name, { type: 'image/jpeg' })
}
