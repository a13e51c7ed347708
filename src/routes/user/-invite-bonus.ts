import { createContext, use } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { inviteBonusLogic } from '#src/actors/invite.ts'

/** The one invite bonus of the member's pages: beside the balance, and in the dialog. */
export const InviteBonusContext = createContext<ActorRefFrom<typeof inviteBonusLogic> | null>(null)

/** The invite bonus of the surrounding pages. Throws outside them. */
export function useInviteBonus() {
  const actor = use(InviteBonusContext)
  if (!actor) throw new Error('no invite bonus outside /user')
  return actor
}
