import { createContext, use } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { inviteBonusLogic } from '#src/actors/invite.ts'

/** The one invite bonus actor of the member's pages, which the balance column and the invite dialog share. */
export const InviteBonusContext = createContext<ActorRefFrom<typeof inviteBonusLogic> | null>(null)

/** Returns the invite bonus actor. Throws outside the member's pages. */
export function useInviteBonus() {
  const actor = use(InviteBonusContext)
  if (!actor) throw new Error('no invite bonus outside /user')
  return actor
}
