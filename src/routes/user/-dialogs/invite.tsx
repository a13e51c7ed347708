import { useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { inviteCode } from '#contract/invite.ts'
import { inviteLogic } from '#src/actors/invite.ts'
import { InviteDialog } from '#src/features/invite/invite-dialog.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useInviteBonus } from '../-invite-bonus.ts'
import type { DialogProps } from './props.ts'

export default function Invite({ wallet, session, onClose }: DialogProps) {
  const { toasts } = session.getSnapshot().context
  const { buildLocation } = useRouter()
  // the member's id is part of the wallet's reply
  const id = useSelector(wallet, (s) => s.context.overview?.profile._id)
  const actor = useActorRef(inviteLogic, { ...named('invite'), input: { toasts } })
  const inviteLink = (member: string) =>
    window.location.origin + buildLocation({ to: '/register', search: { code: inviteCode(member) } }).href
  return (
    <InviteDialog
      actor={actor}
      bonus={useInviteBonus()}
      wallet={wallet}
      link={id ? inviteLink(id) : null}
      onClose={onClose}
    />
  )
}
