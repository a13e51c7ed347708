import { checkOf } from '#tests/kit/drive.tsx'
import { expectKept } from '#tests/kit/expect-kept.ts'
import gameAccount, { attempt } from './game-account.screen.tsx'

export default checkOf(gameAccount, (actor) => {
  const { value, context } = actor.getSnapshot()
  if (value === 'attempting') expectKept(attempt, context.pending)
})
