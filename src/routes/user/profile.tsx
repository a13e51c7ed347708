import { createFileRoute } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import * as v from 'valibot'
import type { SiteSettings } from '#contract/settings.ts'
import { accountEventsLogic } from '#src/actors/account-events.ts'
import { dataExportLogic } from '#src/actors/data-export.ts'
import { devicesLogic } from '#src/actors/devices.ts'
import { erasureLogic } from '#src/actors/erasure.ts'
import { offersLogic } from '#src/actors/offers.ts'
import { passkeyLogic } from '#src/actors/passkey.ts'
import { changePasswordLogic, passwordSentAt, profileLogic } from '#src/actors/profile.ts'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { DataDialog } from '#src/features/data/data-dialog.tsx'
import { DataExport } from '#src/features/data/data-export.tsx'
import { Erasure } from '#src/features/data/erasure.tsx'
import { DevicesDialog } from '#src/features/devices/devices-dialog.tsx'
import { EventsDialog } from '#src/features/events/events-dialog.tsx'
import { PasskeyDialog } from '#src/features/passkey/passkey-dialog.tsx'
import { ChangePasswordDialog } from '#src/features/profile/change-password-dialog.tsx'
import { ProfileScreen } from '#src/features/profile/profile-screen.tsx'
import { named } from '#src/inspect/inspector.ts'
import { useOverlay } from '../-overlay.ts'
import { useSettings } from './-use-settings.ts'

const search = v.object({
  dialog: v.fallback(v.optional(v.picklist(['password', 'devices', 'events', 'passkeys', 'data'])), undefined),
})

export const Route = createFileRoute('/user/profile')({ validateSearch: search, component: Profile })

function Profile() {
  const { wallet } = Route.useRouteContext()
  const { dialog } = Route.useSearch()
  const { open, close } = useOverlay()
  const offers = useSelector(useActorRef(offersLogic, named('offers')), (s) => s.output)
  const hasDevices = offers?.includes('sessions') === true
  const hasEvents = offers?.includes('events') === true
  const hasPasskeys = offers?.includes('passkeys') === true
  const hasData = offers?.includes('data') === true
  const openPassword = () => open({ dialog: 'password' })
  const openDevices = hasDevices ? () => open({ dialog: 'devices' }) : null
  return (
    <ProfileScreen
      actor={useActorRef(profileLogic, named('profile'))}
      wallet={wallet}
      onPassword={openPassword}
      hasCare={offers?.includes('care') === true}
      onDevices={openDevices}
      onEvents={hasEvents ? () => open({ dialog: 'events' }) : null}
      onPasskeys={hasPasskeys ? () => open({ dialog: 'passkeys' }) : null}
      onData={hasData ? () => open({ dialog: 'data' }) : null}
      isPasswordUnsettled={!dialog && passwordSentAt() !== null}
    >
      {dialog === 'password' ? <ChangePassword onClose={close} /> : null}
      {dialog === 'devices' && hasDevices ? <Devices onClose={close} /> : null}
      {dialog === 'events' && hasEvents ? (
        <Events onDevices={openDevices} onPassword={openPassword} onClose={close} />
      ) : null}
      {dialog === 'passkeys' && hasPasskeys ? <Passkeys onClose={close} /> : null}
      {dialog === 'data' && hasData ? <Data onClose={close} /> : null}
    </ProfileScreen>
  )
}

function Devices({ onClose }: { onClose: () => void }) {
  const settings = useSettings()
  return settings ? <OpenDevices settings={settings} onClose={onClose} /> : <LoadingOverlay shown />
}

function OpenDevices({ settings, onClose }: { settings: SiteSettings; onClose: () => void }) {
  const input = { asksPassword: settings.asksPassword }
  return <DevicesDialog actor={useActorRef(devicesLogic, { ...named('devices'), input })} onClose={onClose} />
}

function Events(props: Omit<ComponentProps<typeof EventsDialog>, 'actor'>) {
  return <EventsDialog {...props} actor={useActorRef(accountEventsLogic, named('accountEvents'))} />
}

function Passkeys({ onClose }: { onClose: () => void }) {
  return <PasskeyDialog actor={useActorRef(passkeyLogic, named('passkey'))} onClose={onClose} />
}

function Data({ onClose }: { onClose: () => void }) {
  return (
    <DataDialog onClose={onClose}>
      <DataExport actor={useActorRef(dataExportLogic, named('dataExport'))} />
      <Erasure actor={useActorRef(erasureLogic, named('erasure'))} />
    </DataDialog>
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
