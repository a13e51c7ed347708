import { AES, enc } from 'crypto-js'
import { expect, test } from 'vitest'
import { GIFT_KEY } from '#contract/gift-link.ts'
import { ApiError } from '#server/core/api-error.ts'
import { openGift } from '#server/domain/gift-link.ts'
import { GIFT_WALLET, giftLink, sealedGift } from '#tests/kit/money-in.ts'

test.each([
  ['a link', `${giftLink('x')}::${GIFT_WALLET}`, GIFT_KEY],
  ['Thai', `${giftLink('ของขวัญ')}::กระเป๋าเดโม`, 'รหัสลับ'],
  ['a link with the separator in it', `${giftLink('a::b')}::${GIFT_WALLET}`, 'x'],
  ['whole blocks', `${giftLink('x'.repeat(37))}::${GIFT_WALLET}`, 'a long passphrase, longer than any block of it is'],
])('the server reads a gift link that crypto-js has encrypted: %s (R339, D-42)', (_, text, passphrase) => {
  const at = text.lastIndexOf('::')
  for (let i = 0; i < 20; i++) {
    const { link, account } = openGift(AES.encrypt(text, passphrase).toString(), passphrase)
    expect(new URL(link).searchParams.get('v')).toBe(new URL(text.slice(0, at)).searchParams.get('v'))
    expect(account).toBe(text.slice(at + 2))
  }
})

test.each([
  ['another passphrase', sealedGift(giftLink('x'), GIFT_WALLET, 'other')],
  ['plain text', `${giftLink('x')}::${GIFT_WALLET}`],
  ['plain text in base64', btoa(`${giftLink('x')}::${GIFT_WALLET}`)],
  ['nothing after the salt', btoa('Salted__12345678')],
  ['nothing after the mark', btoa('Salted__')],
  ['half a block', sealedGift(giftLink('x')).slice(0, -12)],
  ['another mark', btoa(`Salted!!${atob(sealedGift(giftLink('x'))).slice(8)}`)],
  ['no text', AES.encrypt(enc.Latin1.parse(`${giftLink('\xff')}::${GIFT_WALLET}`), GIFT_KEY).toString()],
  ['no separator', AES.encrypt(giftLink('x'), GIFT_KEY).toString()],
  ['no link', sealedGift('gift')],
  ['no https', sealedGift(giftLink('x').replace('https', 'http'))],
  ['another host', sealedGift(giftLink('x').replace('truemoney', 'truemony'))],
  ['a host that ends alike', sealedGift(giftLink('x').replace('gift.', 'gift.x.'))],
  ['a host before the host', sealedGift('https://gift.truemoney.com@evil.example/campaign/?v=x')],
  ['somebody at the host', sealedGift('https://evil.example@gift.truemoney.com/campaign/?v=x')],
  ['another port', sealedGift('https://gift.truemoney.com:444/campaign/?v=x')],
  ['a link to no gift', sealedGift('https://gift.truemoney.com/campaign/')],
  ['a link to an empty gift', sealedGift(giftLink(''))],
  ['a script', sealedGift('javascript:alert(1)//gift.truemoney.com/?v=x')],
])('the server refuses a gift link with TRUELINK_INVALID (400): %s (R485)', (_, sealed) => {
  expect(() => openGift(sealed, GIFT_KEY)).toThrow(new ApiError('TRUELINK_INVALID'))
})

test('a damaged ciphertext is refused, or decrypts to a well-formed gift link (R485)', () => {
  const good = Buffer.from(sealedGift(giftLink('x')), 'base64')
  let refused = 0
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good)
    bad[at] = (bad[at] ?? 0) ^ 0x55
    try {
      expect(openGift(bad.toString('base64'), GIFT_KEY).link).toMatch(
        /^https:\/\/gift\.truemoney\.com\/campaign\/\?v=./,
      )
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError)
      refused++
    }
  }
  expect(refused).toBeGreaterThan(good.length / 2)
})

test('the server decrypts a link that was encrypted with OpenSSL (D-42)', () => {
  // printf 'https://gift.truemoney.com/campaign/?v=x::Krapao Demo 1' | openssl enc -aes-256-cbc -md md5 -a -A -k krapao
  const sealed =
    'U2FsdGVkX19OZybclCjaWsBUwLaPeRR9gQsqOb8dgilStrnA8hh9Up8Jc9/WSgkMeM7Foo5TP+xPs/BEaN4EGIimSVZAz+lkIhTJQSrZR+c='
  expect(openGift(sealed, 'krapao')).toEqual({ link: giftLink('x'), account: GIFT_WALLET })
})
