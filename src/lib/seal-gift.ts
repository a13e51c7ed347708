import AES from 'crypto-js/aes.js'
import { GIFT_KEY, GIFT_SEPARATOR } from '#contract/gift-link.ts'

/**
 * Encrypts a gift link and the wallet's account name for sending: `link::account`, AES with a passphrase, base64. A wire
 * format: the key is in the page, so it hides nothing. Source: R339, D-42.
 */
export const sealGift = (link: string, account: string): string =>
  AES.encrypt(link + GIFT_SEPARATOR + account, String(import.meta.env.VITE_TRUELINK_KEY || GIFT_KEY)).toString()
