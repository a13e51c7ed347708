import { expect } from 'vitest'
import { checkOf } from '#tests/kit/drive.tsx'
import session from './session.screen.tsx'

export default checkOf(session, (actor) => {
  const snapshot = actor.getSnapshot()
  expect(snapshot.hasTag('member')).toBe(snapshot.children.wallet !== undefined)
})
