import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says } from '#tests/kit/plain-page.tsx'
import { plain as flat, words } from '#tests/kit/screen.ts'

const plain = eachPlainPage()

it.each([true, false])('warns of the bonus condition: %s (R115)', async (isHeld) => {
  if (isHeld) plain().site.named('0812345678').held = { code: 'WELCOME', type: 'limit' }
  await plain().open('/user/home?dialog=withdraw')
  await says(th.withdraw.limits)
  expect(words().includes(flat(th.withdraw.whole))).toBe(isHeld)
})
