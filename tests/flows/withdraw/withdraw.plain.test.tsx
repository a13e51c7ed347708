import { expect, it } from 'vitest'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import { eachPlainPage, says } from '#tests/kit/plain-page.tsx'
import { plain as flat, words } from '#tests/kit/screen.ts'

const plain = eachPlainPage()

it.each([true, false])(
  'the withdraw dialog mentions the bonus condition only if a bonus is active (active: %s) (R115)',
  async (isHeld) => {
    if (isHeld) plain().site.named('0812345678').held = { code: 'WELCOME', type: 'limit' }
    await plain().open('/user/home?dialog=withdraw')
    await says(th.withdraw.limits)
    expect(words().includes(flat(th.withdraw.whole))).toBe(isHeld)
  },
)

it('the withdraw dialog offers to bring money back from a game if the main wallet is empty (R599)', async () => {
  plain().site.named('0812345678').main = satang(0)
  await plain().open('/user/home?dialog=withdraw')
  await says(th.withdraw.limits)
  expect(words()).toContain(flat(th.withdraw.bringBack.split('{{')[0] ?? ''))
})
