import { createContext, use } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { inviteBonusLogic } from '#src/actors/invite.ts'

/** The member pages' single invite bonus actor, shared by the balance column and the dialog. */
export const InviteBonusContext = createContext<ActorRefFrom<typeof inviteBonusLogic> | null>(null)

/** Returns the member pages' invite bonus actor. Throws outside these pages. */
export function useInviteBonus() {
  const actor = use(InviteBonusContext)
  if (!actor) throw new Error('no invite bonus outside /user')
  return actor
}
