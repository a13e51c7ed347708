import { expect } from 'vitest'
import { checkOf } from '#tests/kit/drive.tsx'
import attempt from './attempt.screen.tsx'

export default checkOf(attempt, (actor, { calls }) => {
  const { key, input } = actor.getSnapshot().context
  const sent = calls.filter(({ id }) => id === 'call')
  for (const { input: each } of sent) expect(each).toEqual({ key, input })
})
