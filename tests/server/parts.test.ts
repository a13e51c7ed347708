import { expect, test } from 'vitest'
import { seal, unseal } from '#server/core/seal.ts'
import { readSettings } from '#server/core/settings.ts'
import { networkOf } from '#server/http/caller.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['in-process', 'in-process'],
])('limits count %s as %s: one IPv6 caller owns a whole network', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a stored reply can be read only with its own key, unless it was stored before replies were sealed', () => {
  const reply = { otpToken: 'T', amount: 1.5 }
  expect(seal(reply, 'key')).not.toContain('otpToken')
  expect(unseal(seal(reply, 'key'), 'key')).toEqual(reply)
  expect(() => unseal(seal(reply, 'key'), 'other')).toThrow()
  expect(unseal('{"hasQrcode":true}', 'key')).toEqual({ hasQrcode: true })
})

test('reports an invalid SITE_URL at startup', () => {
  expect(readSettings({ SITE_URL: 'https://wallet.example/th' }).siteUrl).toBe('https://wallet.example')
  expect(() => readSettings({ SITE_URL: 'wallet' })).toThrow('SITE_URL is not a web address: wallet')
})

test.each(['https://play.example', 'play.example:8443', '*.play.example', 'play.example; img-src *', 'a..b', 'เกม'])(
  'reports a VITE_GAME_HOSTS of %j at startup (D-26)',
  (names) => {
    expect(() => readSettings({ VITE_GAME_HOSTS: `ok.example, ${names}` })).toThrow('VITE_GAME_HOSTS')
  },
)
