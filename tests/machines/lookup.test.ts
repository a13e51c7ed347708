import { describe, expect, test } from 'vitest'
import conditions from '#tests/flows/conditions/conditions.model.ts'
import contact from '#tests/flows/contact/contact.model.ts'
import profile from '#tests/flows/profile/profile.model.ts'
import spinActive from '#tests/flows/spin/spin-active.model.ts'
import type { Model } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { contact as reachable } from '#tests/kit/samples/operator.ts'
import { start } from '#tests/kit/start.ts'

const lookups: [what: string, model: Model, answer: unknown][] = [
  ['the conditions (R70, R150, R306)', conditions, ['<p>1</p>', '<p>2</p>']],
  ['an empty list of conditions (R150)', conditions, []],
  ['the contact (R56, R58, R59, R148, R149)', contact, reachable],
  ['the profile (R128, R146, R320)', profile, { _id: 'm1', name: 'Demo Player', username: '0812345678' }],
  ['the state of the wheel, on or off (R90, R91, R352)', spinActive, false],
]

describe.each(lookups)('the lookup of %s', (_, model, answer) => {
  const open = () => start(model, undefined)

  test('makes one request when it opens, and keeps the reply unchanged', async () => {
    const app = await open()
    expect([app.now().hasTag('busy'), app.now().context.found]).toEqual([true, null])
    await app.answer('lookup', answer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context.found).toEqual(answer)
    expect(app.fakes.calls).toHaveLength(1)
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'stops loading after the failure %o, and retries only if the player asks (R406, D-48)',
    async (failure) => {
      const app = await open()
      await app.fail('lookup', failure)
      expect([app.now().value, app.now().hasTag('busy')]).toEqual(['failed', false])
      await app.pass(600_000)
      expect(app.fakes.calls).toHaveLength(1)
      await app.send({ type: 'lookup.retry' }, { type: 'lookup.retry' })
      expect([app.now().hasTag('busy'), app.fakes.calls.length]).toEqual([true, 2])
      await app.answer('lookup', answer)
      expect(app.now().context.found).toEqual(answer)
    },
  )
})
