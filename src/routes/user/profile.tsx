import { createFileRoute } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import * as v from 'valibot'
import type { SiteSettings } from '#contract/settings.ts'
import { changePasswordLogic, passwordSentAt, profileLogic } from '#src/actors/profile.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { ChangePasswordDialog } from '#src/features/profile/change-password-dialog.tsx'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useOverlay } from '../-overlay.ts'
import { useSettings } from './-use-settings.ts'

const search = v.object({ dialog: v.fallback(v.optional(v.literal('password')), undefined) })

export const Route = createFileRoute('/user/profile')({ validateSearch: search, component: Profile })

function Profile() {
  const { wallet } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const { open, close } = useOverlay()
  return (
    <ProfileScreen
      actor={useActorRef(profileLogic, named('profile'))}
      wallet={wallet}
      onPassword={() => open({ dialog: 'password' })}
      isPasswordUnsettled={!dialog && passwordSentAt() !== null}
    >
      {dialog === 'password' ? <ChangePassword onClose={close} /> : null}
    </ProfileScreen>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  return settings ? <OpenPassword settings={settings} onClose={onClose} /> : <LoadingOverlay shown />
}

function OpenPassword({ settings, onClose }: { settings: SiteSettings; onClose: () => void }) {
  const { passwordMin: least, passwordEndsSessions: endsSessions = false } = settings
  const input = { least, endsSessions, sentAt: passwordSentAt() }
  const { session, wallet } = Route.useRouteContext()
  const username = useSelector(wallet, (s) => s.context.overview?.profile.username ?? '')
  const actor = useActorRef(changePasswordLogic, { ...named('password'), input }, (seen) => {
    if (seen.matches('left')) session.send({ type: 'session.logout' })
    else if (seen.status === 'done') onClose()
  })
  return <ChangePasswordDialog actor={actor} username={username} onClose={onClose} />
}
