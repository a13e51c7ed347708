import AES from 'crypto-js/aes.js'
import { GIFT_KEY, GIFT_SEPARATOR } from '#contract/gift-link.ts'

/**
 * Encrypts `link::account`, a gift link and the wallet's account name, with AES and a passphrase; returns base64. The
 * backend expects this format, but the encryption protects nothing, because the page contains the passphrase.
 * Source: R339, D-42.
 */
export const sealGift = (link: string, account: string): string =>
  AES.encrypt(link + GIFT_SEPARATOR + account, String(import.meta.env.VITE_TRUELINK_KEY || GIFT_KEY)).toString()
