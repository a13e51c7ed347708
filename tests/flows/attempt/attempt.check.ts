import { expect } from 'vitest'
import { checkOf } from '#tests/kit/drive.tsx'
import attempt from './attempt.screen.tsx'

export default checkOf(attempt, (actor, { calls }) => {
  const { key, input } = actor.getSnapshot().context
  for (const each of calls) expect(each).toEqual({ id: 'call', input: { key, input } })
})
