import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type devicesMachine, othersIn } from '#machines/devices.machine.ts'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Empty } from '#src/components/empty.tsx'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { Note } from '#src/components/note.tsx'
import { Skeleton } from '#src/components/skeleton.tsx'
import { useTexts } from '#src/lib/i18n.ts'
import '#src/lib/device-texts.ts'
import css from '#src/components/record-list.module.css'
import { DeviceRow } from './device-row.tsx'
import { DevicesAlerts } from './devices-alerts.tsx'

type Props = { actor: ActorRefFrom<typeof devicesMachine>; onClose: () => void }

/** The dialog with the devices on which the member is logged in. Source: R563–R565. */
export function DevicesDialog({ actor, onClose }: Props) {
  const { t } = useTexts()
  const state = useSelector(actor, (s) => s.value)
  const sessions = useSelector(actor, (s) => s.context.sessions)
  const id = useSelector(actor, (s) => s.context.id)
  const isBusy = useSelector(actor, (s) => s.hasTag('busy'))
  const isEnding = state === 'ending'
  return (
    <Dialog
      title={t('devices.title')}
      onClose={isEnding ? () => {} : onClose}
      isList
      footer={
        othersIn(sessions).length > 0 && state !== 'failed' ? (
          <Button
            wide
            aria-haspopup="dialog"
            aria-disabled={isBusy}
            busy={isEnding && id === null}
            busyText={t('devices.ending')}
            onClick={() => actor.send({ type: 'others.ask' })}
          >
            {t('devices.endOthers')}
          </Button>
        ) : null
      }
    >
      {state === 'failed' ? (
        <Empty
          icon="alert"
          tone="plain"
          title={t('devices.failed')}
          action={<Button onClick={() => actor.send({ type: 'devices.retry' })}>{t('action.retry')}</Button>}
        />
      ) : null}
      {state === 'loading' && sessions.length === 0 ? (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton shape="facts" />
        </div>
      ) : null}
      {sessions.length > 0 && state !== 'failed' ? (
        <>
          <ul className={css.list}>
            {sessions.map((session, at) => (
              <DeviceRow
                key={session?.id ?? at}
                session={session}
                isBusy={isBusy}
                isEnding={isEnding && id !== null && id === session?.id}
                onEnd={(id) => actor.send({ type: 'device.end', id })}
              />
            ))}
          </ul>
          <Note>
            <NoBreakText text={t('devices.hint')} />
          </Note>
        </>
      ) : null}
      <DevicesAlerts actor={actor} />
    </Dialog>
  )
}
