import { useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { inviteCode } from '#contract/invite.ts'
import { inviteLogic, pendingInviteBonus } from '#src/actors/invite.ts'
import { InviteDialog } from '#src/features/invite/invite-dialog.tsx'
import type { DialogProps } from './props.ts'

export default function Invite({ wallet, session, onClose }: DialogProps) {
  const { toasts } = session.getSnapshot().context
  const { buildLocation } = useRouter()
  const id = useSelector(wallet, (s) => s.context.overview?.profile._id ?? '')
  const { href } = buildLocation({ to: '/register', search: { code: inviteCode(id) } })
  const actor = useActorRef(inviteLogic, { input: { wallet, toasts, pending: pendingInviteBonus() } })
  return <InviteDialog actor={actor} wallet={wallet} link={window.location.origin + href} onClose={onClose} />
}
