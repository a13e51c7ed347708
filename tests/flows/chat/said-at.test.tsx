import { act, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import th from '#locales/th.json'
import { DayName, SaidAt } from '#src/features/chat/said-at.tsx'
import { formatDay } from '#src/lib/format.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

const NOON = Date.UTC(2026, 0, 2, 5)

beforeAll(speakThai)
beforeEach(() => void vi.useFakeTimers({ now: NOON + 30_000 }))
afterEach(() => void vi.useRealTimers())

const show = (at: number) => {
  const { container } = render(<SaidAt at={new Date(at).toISOString()} />)
  return () => plain(container.textContent ?? '')
}
const ago = (n: number) => plain(th.ago.minute.replace('{{n}}', String(n)))

test('a message shows its time in Bangkok and, during the first hour, its age in minutes (R186)', () => {
  const text = show(NOON)
  expect(text()).toBe(`12:00 · ${plain(th.ago.now)}`)
  act(() => void vi.advanceTimersByTime(120_000))
  expect(text()).toBe(`12:00 · ${ago(2)}`)
  act(() => void vi.advanceTimersByTime(60 * 60_000))
  expect(text()).toBe('12:00')
})

test('a message older than an hour shows only its time (R186)', () => {
  expect(show(NOON - 60 * 60_000)()).toBe('11:00')
})

test('the label of a day on an open page is "today" until midnight in Bangkok, then "yesterday", then a date (R186)', () => {
  const { container } = render(<DayName day={formatDay(NOON)} />)
  const name = () => plain(container.textContent ?? '')
  expect(name()).toBe(plain(th.chat.today))
  act(() => void vi.advanceTimersByTime(12 * 60 * 60_000 - 60_000))
  expect(name()).toBe(plain(th.chat.today))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(name()).toBe(plain(th.chat.yesterday))
  act(() => void vi.advanceTimersByTime(24 * 60 * 60_000))
  expect(name()).toBe(formatDay(NOON))
})
