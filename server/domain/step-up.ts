import { createHash } from 'node:crypto'
import type { CallName } from '#contract/calls.ts'
import { confirmedText } from '#contract/step-up.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { checkedPassword, type Member, refusePassword } from './own-password.ts'
import { confirming, signedBy } from './passkey.ts'

/** A change that needs a proof. `password`: the one sent with it, or null; `refused`: the event of a wrong one. */
type Change = { name: CallName; input: object; password: string | null; refused: Parameters<typeof refusePassword>[1] }

/** True if one of the caller's passkeys signed this change. Refuses with PASSKEY_REFUSED if the answer is invalid. */
async function isSigned(context: HandlerContext, { name, input }: Change): Promise<boolean> {
  const { owner, signed, key } = context
  if (!signed) return false
  const digest = createHash('sha256').update(confirmedText({ name, key, input })).digest('base64url')
  return (await signedBy(context, signed, confirming(owner, digest))) === owner
}

/**
 * Checks the password before the transaction. Returns a function for the transaction, which takes the locked member: it
 * refuses with WRONG_PASSWORD, and records that, unless the password is right or a passkey signed the change.
 * Source: R628.
 */
export async function proving(outer: HandlerContext, change: Change) {
  const isRight = change.password ? (await checkedPassword(outer, change.password)).isRight : () => false
  return async (context: HandlerContext, member: Member): Promise<void> => {
    if (!isRight(member) && !(await isSigned(context, change))) await refusePassword(context, change.refused)
  }
}
