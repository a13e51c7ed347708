import { createFileRoute } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import * as v from 'valibot'
import { changePasswordLogic, profileLogic } from '#src/actors/profile.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { ChangePasswordDialog } from '#src/features/profile/change-password-dialog.tsx'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { named } from '#src/inspect/named.ts'
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
    >
      {dialog === 'password' ? <ChangePassword onClose={close} /> : null}
    </ProfileScreen>
  )
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  return settings ? <OpenPassword least={settings.passwordMin} onClose={onClose} /> : <LoadingOverlay shown />
}

function OpenPassword({ least, onClose }: { least: number | undefined; onClose: () => void }) {
  const { wallet } = Route.useRouteContext()
  const username = useSelector(wallet, (s) => s.context.overview?.profile.username ?? '')
  const actor = useActorRef(changePasswordLogic, { ...named('password'), input: { least } }, ({ status }) => {
    if (status === 'done') onClose()
  })
  return <ChangePasswordDialog actor={actor} username={username} onClose={onClose} />
}
