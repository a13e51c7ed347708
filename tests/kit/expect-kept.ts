import { expect } from 'vitest'
import type { AnyActorRef } from 'xstate'
import type { Attempt } from '#machines/lib/attempt.ts'
import type { realAttempt } from './attempts.ts'

type Asking = Pick<ReturnType<typeof realAttempt>, 'asked'>
type Pending = Attempt<object> | null

/** Expects that the pending call, whether first or repeated, sends the confirmed input and its key. */
export function expectKept({ asked }: Asking, pending: Pending) {
  const input = asked()
  if (input) expect(input).toEqual(pending && { key: pending.key, input: pending.input })
}

type Owner = {
  getSnapshot: () => { children: { attempt?: AnyActorRef | undefined }; context: { pending: Pending } }
}

/** Applies {@link expectKept} to a machine while its attempt is running. */
export const kept = (attempt: Asking) => (owner: Owner) => {
  const { children, context } = owner.getSnapshot()
  if (children.attempt) expectKept(attempt, context.pending)
}
