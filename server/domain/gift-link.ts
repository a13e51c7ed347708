import { createDecipheriv, createHash } from 'node:crypto'
import { GIFT_SEPARATOR } from '#contract/gift-link.ts'
import { ApiError } from '#server/core/api-error.ts'

const GIFT_HOST = 'gift.truemoney.com'
const MARK = Buffer.from('Salted__')
const SALT = 8
const BLOCK = 16
const KEY = 32

/** A gift link in its normalised form, and the name of the wallet that receives it. */
export type Gift = { link: string; account: string }

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/**
 * Derives the key and the IV as OpenSSL does for a passphrase (EVP_BytesToKey, MD5, one iteration), to match the
 * browser's crypto library.
 */
function keyAndIv(passphrase: string, salt: Buffer): [Buffer, Buffer] {
  const word = Buffer.from(passphrase, 'utf8')
  let last = md5(word, salt)
  let all = last
  while (all.length < KEY + BLOCK) {
    last = md5(last, word, salt)
    all = Buffer.concat([all, last])
  }
  return [all.subarray(0, KEY), all.subarray(KEY, KEY + BLOCK)]
}

/**
 * Decrypts the text with `passphrase`, or returns null if that fails. The encryption is only a wire format and protects
 * no secret, because every browser has the passphrase (D-42).
 */
function decrypted(sealed: string, passphrase: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return null
  const start = MARK.length + SALT
  const cipher = createDecipheriv('aes-256-cbc', ...keyAndIv(passphrase, bytes.subarray(MARK.length, start)))
  try {
    const text = Buffer.concat([cipher.update(bytes.subarray(start)), cipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null // encrypted with another passphrase, or truncated
  }
}

/**
 * Returns the link in normalised form, or null if the text is not a gift link. The normalised form keeps only the
 * parameter `v`, which identifies the gift.
 */
function plainLink(text: string): string | null {
  const url = URL.parse(text)
  const gift = url?.searchParams.get('v')
  if (!url || !gift || url.origin !== `https://${GIFT_HOST}` || url.username || url.password) return null
  return `https://${GIFT_HOST}/campaign/?${new URLSearchParams({ v: gift })}`
}

/**
 * Decrypts a gift link from the browser. Throws TRUELINK_INVALID if the text is unreadable or not a gift link.
 * Source: R339, D-42.
 */
export function openGift(sealed: string, passphrase: string): Gift {
  const text = decrypted(sealed, passphrase) ?? ''
  const at = text.lastIndexOf(GIFT_SEPARATOR)
  const link = at < 0 ? null : plainLink(text.slice(0, at))
  if (link === null) throw new ApiError('TRUELINK_INVALID')
  return { link, account: text.slice(at + GIFT_SEPARATOR.length) }
}
