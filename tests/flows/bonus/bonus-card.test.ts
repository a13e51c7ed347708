import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Bonus, type BonusType, type CardState, cardState, receivedOf, startOfDay } from '#contract/bonus.ts'
import { bonusOf, takenAt } from '#tests/kit/samples/bonus.ts'

afterEach(() => vi.unstubAllEnvs())

/** Converts a Bangkok date and time to epoch ms. */
const at = (time: string) => Date.parse(`${time}+07:00`)
/** A bonus claimed at these Bangkok times. */
const taken = (type: BonusType, times: string[], more: Partial<Bonus> = {}) =>
  bonusOf('B', { type, userBonus: takenAt(times.map(at)), ...more })

const edges: [what: string, ids: string, type: BonusType, then: string, now: string, state: CardState][] = [
  ['lasts until the end of the day', 'R226', 'day', '2026-01-02T00:00:00.000', '2026-01-02T23:59:59.999', 'full'],
  ['ends with the day', 'R226', 'day', '2026-01-02T23:59:59.999', '2026-01-03T00:00:00.000', 'open'],
  ['does not end at midnight in UTC', 'R226', 'day', '2026-01-02T06:59:59.999', '2026-01-02T07:00:00.000', 'full'],
  ['ignores midnight in New York', 'R226', 'day', '2026-01-02T11:59:59.999', '2026-01-02T12:00:00.000', 'full'],
  ['ends at the turn of the year', 'R226', 'day', '2025-12-31T23:59:59.999', '2026-01-01T00:00:00.000', 'open'],
  ['ends by the same date next year', 'R226', 'day', '2025-01-02T12:00:00.000', '2026-01-02T12:00:00.000', 'open'],
  ['lasts from Sunday to Saturday', 'R227', 'week', '2026-01-04T00:00:00.000', '2026-01-10T23:59:59.999', 'full'],
  ['ends on Sunday', 'R227', 'week', '2026-01-03T23:59:59.999', '2026-01-04T00:00:00.000', 'open'],
  ['does not end on Monday', 'R227', 'week', '2026-01-04T23:59:59.999', '2026-01-05T00:00:00.000', 'full'],
  ['lasts across the turn of a year', 'R227', 'week', '2025-12-28T00:00:00.000', '2026-01-03T23:59:59.999', 'full'],
  ['ends by the same week next year', 'R227', 'week', '2025-01-04T12:00:00.000', '2026-01-03T12:00:00.000', 'open'],
  ['never ends', 'R225', 'limit', '2020-02-29T12:00:00.000', '2026-01-02T12:00:00.000', 'full'],
]

describe.each([
  ['UTC', 0],
  ['America/New_York', 300],
  ['America/Los_Angeles', 480],
  ['Asia/Bangkok', -420],
])('with the test machine in the time zone %s', (zone, minutes) => {
  test.each(edges)('the limit of a bonus of type "$2" %s ($1, D-35)', (_what, _ids, type, then, now, state) => {
    vi.stubEnv('TZ', zone)
    expect(new Date(at(now)).getTimezoneOffset()).toBe(minutes)
    expect(cardState(taken(type, [then]), at(now))).toBe(state)
  })
})

const NOW = '2026-01-02T12:00:00'
const [TODAY, YESTERDAY, LAST_WEEK] = ['2026-01-02T08:00:00', '2026-01-01T08:00:00', '2025-12-27T08:00:00']

test.each(edges)(
  'in the machine’s own time zone, the limit of a bonus of type "$2" %s ($1, D-35)',
  (_what, _ids, type, then, now, state) => {
    expect(cardState(taken(type, [then]), at(now))).toBe(state)
  },
)

describe('the state of a bonus card', () => {
  test.each(['held', 'gone', 'balance'] as const)(
    'is "blocked" if the server blocks the bonus as "%s" (R224)',
    (blocked) => {
      expect(cardState(taken('day', [YESTERDAY], { blocked }), at(NOW))).toBe('blocked')
    },
  )
  test('is "current" or "full" rather than "blocked" if the bonus is active or used up (R222, R225)', () => {
    const current = bonusOf('B', { blocked: 'held', userBonus: takenAt([], true) })
    const full = taken('limit', [TODAY], { blocked: 'gone' })
    expect([current, full].map((bonus) => cardState(bonus, at(NOW)))).toEqual(['current', 'full'])
  })
})

describe('the claim limit', () => {
  test.each<[string, BonusType, string[], number]>([
    ['R225', 'limit', [TODAY, YESTERDAY, LAST_WEEK], 3],
    ['R226', 'day', [TODAY, YESTERDAY, LAST_WEEK], 1],
    ['R227', 'week', [TODAY, YESTERDAY, LAST_WEEK], 2],
    ['R226', 'day', [], 0],
  ])('counts $3 of the claims at $2 for a bonus of type "$1" ($0)', (_, type, times, count) => {
    expect(receivedOf(taken(type, times), at(NOW))).toBe(count)
  })

  test.each<[string, BonusType, number | null | undefined, CardState]>([
    ['R225', 'limit', 3, 'open'],
    ['R225', 'limit', 2, 'full'],
    ['R225', 'limit', 1, 'full'],
    ['R227 D-36', 'week', 3, 'open'],
    ['R227 D-36', 'week', 2, 'full'],
    ['D-36', 'day', null, 'full'],
    ['D-36', 'week', undefined, 'full'],
    ['D-36', 'day', 2, 'open'],
    ['R225', 'limit', 0, 'full'],
  ])(
    'makes a bonus of type "$1" "$3" after two claims this week if its maximum is $2 ($0)',
    (_, type, maxReceived, state) => {
      expect(cardState(taken(type, [TODAY, YESTERDAY], { maxReceived }), at(NOW))).toBe(state)
    },
  )

  test.each([null, undefined])('leaves a bonus open if it was never claimed (%s) (R224)', (userBonus) => {
    for (const type of ['limit', 'day', 'week'] as const)
      expect(cardState({ type, maxReceived: 1, userBonus }, at(NOW))).toBe('open')
  })

  test('does not change the state of an active bonus (R222)', () => {
    const userBonus = takenAt([at(TODAY)], true)
    expect(cardState(bonusOf('B', { userBonus }), at(NOW))).toBe('current')
    expect(cardState(bonusOf('B', { userBonus: takenAt([], true) }), at(NOW))).toBe('current')
  })

  test('ignores a claim of a daily or weekly bonus if its time is unreadable (R226, R227)', () => {
    const userBonus = { _id: 'u1', isActive: false, received: [{ updatedAt: 'yesterday' }] }
    expect((['day', 'week'] as const).map((type) => receivedOf({ type, userBonus }, at(NOW)))).toEqual([0, 0])
  })
})

test.each(['2026-01-02T00:00:00', '2026-01-02T12:00:00', '2026-01-02T23:59:59'])(
  'the day that includes %s begins at midnight in Bangkok (R228)',
  (time) => {
    expect(startOfDay(at(time))).toBe(at('2026-01-02T00:00:00'))
  },
)
