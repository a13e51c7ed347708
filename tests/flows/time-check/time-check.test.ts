import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import timeCheck from './time-check.model.ts'

const SET = 'timeCheck.set'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const choose = (minutes: 30 | 60 | null) => ({ type: 'reminder.choose', minutes }) as const
const gotIt = { type: 'reminder.gotIt' } as const

/** Starts the machine; `done` of the result names what became known to the page. */
const begun = () => start(timeCheck, undefined, { actions: ['keep'] })

async function saving() {
  const it = await begun()
  await it.send({ type: 'reminder.learn', minutes: 60 }, choose(30))
  return it
}

describe('the reminder', () => {
  test('is as often as the server says (R590)', async () => {
    const it = await begun()
    expect(it.now().context.minutes).toBeNull()
    await it.send({ type: 'reminder.learn', minutes: 60 })
    expect([it.now().value, it.now().context.minutes]).toEqual(['shown', 60])
  })

  test('is saved at once, and known to the whole page when it is (R590)', async () => {
    const it = await saving()
    expect([it.now().value, it.now().hasTag('busy'), it.done]).toEqual(['saving', true, []])
    expect(it.asked(SET)).toEqual([{ minutes: 30, key }])
    await it.answer(SET, { minutes: 30 })
    expect([it.now().value, it.now().hasTag('busy'), it.now().context.minutes]).toEqual(['shown', false, 30])
    expect(it.done).toEqual(['keep'])
  })

  test('is switched off (R590)', async () => {
    const it = await saving()
    await it.answer(SET, { minutes: 30 })
    await it.send(choose(null))
    await it.answer(SET, { minutes: null })
    expect(it.now().context.minutes).toBeNull()
    expect(it.done).toEqual(['keep', 'keep'])
  })

  test('has a key of its own each time (R590)', async () => {
    const it = await saving()
    await it.answer(SET, { minutes: 30 })
    await it.send(choose(60))
    const [first, second] = it.asked(SET) as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
  })
})

describe('a choice without success', () => {
  test('whose outcome is unknown is checked again with the same key (R594)', async () => {
    const it = await saving()
    await it.fail(SET, noAnswer)
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['unsure', false])
    await it.send({ type: 'reminder.check' })
    const [first, second] = it.asked(SET)
    expect([it.now().value, second]).toEqual(['saving', first])
  })

  test('without an answer leaves the last known one (R594)', async () => {
    const it = await saving()
    await it.fail(SET, noAnswer)
    await it.send(gotIt)
    expect([it.now().value, it.now().context.minutes, it.done]).toEqual(['shown', 60, []])
  })

  test('that is refused shows why, and leaves the last one (R594)', async () => {
    const it = await saving()
    await it.fail(SET, refused('REQUEST_LIMIT'))
    expect([it.now().value, it.now().context.failure?.code]).toEqual(['refused', 'REQUEST_LIMIT'])
    await it.send(gotIt)
    expect([it.now().value, it.now().context.minutes]).toEqual(['shown', 60])
  })
})
