import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { seal, unseal } from '#server/core/seal.ts'
import { readSettings } from '#server/core/settings.ts'
import { isCommon, isOfSite } from '#server/domain/common-passwords.ts'
import { PASSWORD_MIN } from '#server/domain/registration.ts'
import { networkOf } from '#server/http/caller.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['in-process', 'in-process'],
])('rate limits count the address %s as %s, because one IPv6 caller owns a whole network', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a stored reply can be read only with its own key, unless it was stored before replies were sealed', () => {
  const reply = { otpToken: 'T', amount: 1.5 }
  expect(seal(reply, 'key')).not.toContain('otpToken')
  expect(unseal(seal(reply, 'key'), 'key')).toEqual(reply)
  expect(() => unseal(seal(reply, 'key'), 'other')).toThrow()
  expect(unseal('{"hasQrcode":true}', 'key')).toEqual({ hasQrcode: true })
})

test('a stored reply is sealed differently each time, and cannot be read if any byte of it has changed', () => {
  const reply = { otpToken: 'T'.repeat(100) }
  const bytes = Buffer.from(seal(reply, 'key'), 'base64')
  expect(seal(reply, 'key')).not.toBe(bytes.toString('base64'))
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(changed.toString('base64'), 'key'), `byte ${at}`).toThrow()
  }
})

test('the password check refuses the 3,000 most used passwords that are long enough, regardless of case', async () => {
  const most = dictionary['passwords-common'].filter((word) => word.length >= PASSWORD_MIN).slice(0, 3_000)
  expect(most).toHaveLength(3_000)
  for (const word of most) expect(await isCommon(word.toUpperCase()), word).toBe(true)
})

const site = readSettings({
  VITE_APP_TITLE: 'Gold Pot 99',
  SITE_URL: 'https://www.krapao.co.th',
  WEB_ORIGIN: 'https://play.example',
  PASSWORD_WORDS: 'Acme Holding, ทองคำ',
})

test.each([
  ['the title', 'GoldPot9'],
  ['a word of the title with digits around', '12Gold34'],
  ['a part of the host name, repeated', 'KRAPAO-krapao'],
  ['the host name', 'www.krapao.co.th1'],
  ['the host name of the pages', 'play2026'],
  ['a word of PASSWORD_WORDS', 'acmeholding!'],
  ['a Thai word of PASSWORD_WORDS', 'ทองคำ888'],
  ['two words of the site', 'Krapao+Gold'],
])('the password check refuses %s: %s', (_, password) => {
  expect(isOfSite(password, site)).toBe(true)
})

test.each(['gold-fish-1', 'krapaos1', '20269999', 'krap-gold-ao'])(
  'the password check allows a password with other letters besides the site’s words: %s',
  (word) => {
    expect(isOfSite(word, site)).toBe(false)
  },
)

test('an invalid SITE_URL is reported at startup', () => {
  expect(readSettings({ SITE_URL: 'https://wallet.example/th' }).siteUrl).toBe('https://wallet.example')
  expect(() => readSettings({ SITE_URL: 'wallet' })).toThrow('SITE_URL is not a web address: wallet')
})

test.each(['https://play.example', 'play.example:8443', '*.play.example', 'play.example; img-src *', 'a..b', 'เกม'])(
  'the invalid game host %j in VITE_GAME_HOSTS is reported at startup (D-26)',
  (names) => {
    expect(() => readSettings({ VITE_GAME_HOSTS: `ok.example, ${names}` })).toThrow('VITE_GAME_HOSTS')
  },
)
