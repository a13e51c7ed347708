import type { CallName } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { auditedOf } from './audit-log.ts'
import { checkedPassword, type Member, refusePassword } from './own-password.ts'
import { confirming, expectSigned, passkeyOf, passkeyRefused } from './passkey.ts'

/**
 * A change that requires a password or a passkey signature. `password` is the password sent with the change, or null.
 * `refused` is the event to record if neither is valid.
 */
type Change = { name: CallName; input: object; password: string | null; refused: Parameters<typeof refusePassword>[1] }

/**
 * True if one of the caller's passkeys signed this change. Throws PASSKEY_REFUSED if the passkey's answer is invalid.
 */
async function isSigned(context: HandlerContext, { name, input }: Change): Promise<boolean> {
  const { owner, signed, key } = context
  if (!signed) return false
  const found = await passkeyOf(context, signed)
  if (found?.memberId !== owner) throw passkeyRefused(context)
  await expectSigned(context, signed, found, confirming(owner, { name, key, input }))
  return true
}

/**
 * Checks the password before the transaction, and returns a function to call with the locked member inside the
 * transaction. If the password is wrong and no passkey signed the change, that function records the refusal and throws
 * WRONG_PASSWORD, or PASSKEY_REFUSED if a passkey was used. Source: R628.
 */
export async function proving(outer: HandlerContext, change: Change) {
  const isRight = change.password ? (await checkedPassword(outer, change.password)).isRight : () => false
  return async (context: HandlerContext, member: Member): Promise<void> => {
    const isProved = isRight(member) || (await isSigned(context, change).catch(recorded(context, change)))
    if (!isProved) await refusePassword(context, change.refused)
  }
}

/** Records a refused passkey. */
const recorded =
  (context: HandlerContext, { refused }: Change) =>
  async (error: unknown) => {
    if (error instanceof ApiError) await auditedOf(context, refused)
    throw error
  }
