import * as v from 'valibot'
import { Banners } from './banner.ts'
import { change, read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'
import { PageInput, Total } from './statement.ts'
import { secret } from './text.ts'

/**
 * A friend who joined through the member's link, and the amount that the member earned from them, in satang.
 * Source: R122, R169.
 */
export const Invitee = v.object({ from: v.object({ name: secret(v.string()) }), amount: Baht, createdAt: v.string() })
export type Invitee = v.InferOutput<typeof Invitee>

/** Returns the invite code of a member: `PR` followed by the member's id. Source: R104. */
export const inviteCode = (id: string): string => `PR${id}`
/** Returns the id of the member with this invite code, or null if the code is invalid. */
export const inviterIn = (code: string): string | null => /^PR([\w-]{1,64})$/.exec(code)?.[1] ?? null

export const inviteCalls = {
  /** `total` is additive (D-33). */
  'invite.list': read('POST /api/invite', PageInput, v.object({ invites: rows(Invitee), total: additive(Total) })),
  'invite.banners': read('GET /api/invite/banners', none, Banners),
  /**
   * Collects the invite bonus. Refused with NO_INVITE_BONUS, INVITE_COLLECT, INVITE_INACTIVE, NO_INVITEE_PLAY_INFO or
   * INVITE_BONUS_FAIL.
   */
  'invite.bonus': change('GET /api/invite/bonus', none, v.fallback(v.object({ message: additive(v.string()) }), {})),
}
