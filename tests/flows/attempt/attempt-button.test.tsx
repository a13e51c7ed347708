import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { createEmptyActor } from 'xstate'
import { AttemptButton } from '#src/components/attempt.tsx'
import { animationOf } from '#tests/kit/animation-of.ts'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import attempt from './attempt.model.ts'

beforeAll(speakThai)

it('an attempt’s button ignores taps for half a second after the attempt ends, so that a double tap does not start a new attempt (R332, R385)', async () => {
  const { actor } = await start(attempt, { key: 'a', input: { amount: 100 }, owner: createEmptyActor() as never })
  const view = render(<AttemptButton actor={actor} busyText="b" />)
  const button = screen.getByRole('button')
  view.rerender(<AttemptButton actor={undefined} busyText="b" />)
  const rest = animationOf(button)
  const takesTapsAt = (ms: number) => {
    rest.currentTime = ms
    return getComputedStyle(button).pointerEvents !== 'none'
  }
  expect(takesTapsAt(499)).toBe(false)
  expect(takesTapsAt(501)).toBe(true)
  expect(screen.getByRole('button')).toBe(button)
})
