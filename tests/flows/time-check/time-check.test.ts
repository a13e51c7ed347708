import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import timeCheck from './time-check.model.ts'

const SET = 'timeCheck.set'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const choose = (minutes: 30 | 60 | null) => ({ type: 'reminder.choose', minutes }) as const
const gotIt = { type: 'reminder.gotIt' } as const

/** Starts the machine. `done` in the result lists what was stored for the page. */
const begun = () => start(timeCheck, undefined, { actions: ['keep'] })

async function saving() {
  const app = await begun()
  await app.send({ type: 'reminder.learn', minutes: 60 }, choose(30))
  return app
}

describe('the time reminder', () => {
  test('uses the interval that the server reports (R590)', async () => {
    const app = await begun()
    expect(app.now().context.minutes).toBeNull()
    await app.send({ type: 'reminder.learn', minutes: 60 })
    expect([app.now().value, app.now().context.minutes]).toEqual(['shown', 60])
  })

  test('is saved as soon as the player chooses an interval, and then applies to the whole page (R590)', async () => {
    const app = await saving()
    expect([app.now().value, app.now().hasTag('busy'), app.done]).toEqual(['saving', true, []])
    expect(app.asked(SET)).toEqual([{ minutes: 30, key }])
    await app.answer(SET, { minutes: 30 })
    expect([app.now().value, app.now().hasTag('busy'), app.now().context.minutes]).toEqual(['shown', false, 30])
    expect(app.done).toEqual(['keep'])
  })

  test('can be switched off (R590)', async () => {
    const app = await saving()
    await app.answer(SET, { minutes: 30 })
    await app.send(choose(null))
    await app.answer(SET, { minutes: null })
    expect(app.now().context.minutes).toBeNull()
    expect(app.done).toEqual(['keep', 'keep'])
  })

  test('is saved with a new idempotency key for each choice (R590)', async () => {
    const app = await saving()
    await app.answer(SET, { minutes: 30 })
    await app.send(choose(60))
    const [first, second] = app.asked(SET) as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
  })
})

describe('an unsuccessful save of the time reminder', () => {
  test('is checked with the same idempotency key if its outcome is unknown (R594)', async () => {
    const app = await saving()
    await app.fail(SET, noAnswer)
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['unsure', false])
    await app.send({ type: 'reminder.check' })
    const [first, second] = app.asked(SET)
    expect([app.now().value, second]).toEqual(['saving', first])
  })

  test('does not replace the last known interval if no reply arrives (R594)', async () => {
    const app = await saving()
    await app.fail(SET, noAnswer)
    await app.send(gotIt)
    expect([app.now().value, app.now().context.minutes, app.done]).toEqual(['shown', 60, []])
  })

  test('shows the reason for a refusal, and does not replace the last known interval (R594)', async () => {
    const app = await saving()
    await app.fail(SET, refused('REQUEST_LIMIT'))
    expect([app.now().value, app.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await app.send(gotIt)
    expect([app.now().value, app.now().context.minutes]).toEqual(['shown', 60])
  })
})
