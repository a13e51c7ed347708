import type { OpenSession } from '#contract/sessions.ts'
import { Badge } from '#src/components/badge.tsx'
import { Button } from '#src/components/button.tsx'
import css from '#src/components/record-list.module.css'
import { Unread } from '#src/components/unread.tsx'
import { deviceName } from '#src/lib/device-name.ts'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  session: OpenSession | null
  /** True while the list is loading, or while any device is being logged out. */
  isBusy: boolean
  /** True while this device is being logged out. */
  isEnding: boolean
  onEnd: (id: string) => void
}

/**
 * Shows a device: its browser and system, when it logged in, and when it was last used. It has a logout button, unless
 * it is the device in use. Source: R563.
 */
export function DeviceRow({ session, isBusy, isEnding, onEnd }: Props) {
  const { t } = useTexts()
  if (!session)
    return (
      <li className={css.row}>
        <div>
          <Unread />
        </div>
      </li>
    )
  const { id, address, openedAt, seenAt, isCurrent } = session
  const name = deviceName(t, session)
  return (
    <li className={css.row}>
      <strong>{name}</strong>
      <ul className={css.facts}>
        <li>{t('devices.seen', { at: formatDate(seenAt) })}</li>
        <li>{t('devices.opened', { at: formatDate(openedAt) })}</li>
        {address ? <li>{t('devices.address', { address })}</li> : null}
      </ul>
      <span>
        {isCurrent ? (
          <Badge tone="good" text={t('devices.here')} />
        ) : (
          <Button
            size="s"
            aria-label={isEnding ? undefined : t('devices.endOne', { name, at: formatDate(seenAt) })}
            aria-disabled={isBusy}
            busy={isEnding}
            busyText={t('devices.ending')}
            onClick={() => onEnd(id)}
          >
            {t('devices.end')}
          </Button>
        )}
      </span>
    </li>
  )
}
