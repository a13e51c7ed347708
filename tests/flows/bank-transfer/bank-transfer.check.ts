import { checkOf } from '#tests/kit/drive.tsx'
import { expectKept } from '#tests/kit/expect-kept.ts'
import bankTransfer, { attempt } from './bank-transfer.screen.tsx'

export default checkOf(bankTransfer, (actor) => {
  const { context, value } = actor.getSnapshot()
  if (value === 'saving') expectKept(attempt, context.pending)
})
