import { expect } from 'vitest'
import attempt from './drivers/attempt.tsx'
import { drive } from './kit/drive.tsx'

drive(attempt, (actor, { calls }) => {
  const { key, input } = actor.getSnapshot().context
  for (const each of calls) expect(each).toEqual({ id: 'call', input: { key, input } })
})
