import type { Passkey } from '#contract/passkey.ts'
import { Button } from '#src/components/button.tsx'
import css from '#src/components/record-list.module.css'
import { Unread } from '#src/components/unread.tsx'
import { deviceName } from '#src/lib/device-name.ts'
import { formatDate } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

type Props = {
  passkey: Passkey | null
  isBusy: boolean
  onRemove: (id: string) => void
}

/**
 * Shows a passkey: the device on which it was added, when it was added, and when it was last used. A button removes the
 * passkey. Source: R620, R623.
 */
export function PasskeyRow({ passkey, isBusy, onRemove }: Props) {
  const { t } = useTexts()
  if (!passkey)
    return (
      <li className={css.row}>
        <div>
          <Unread />
        </div>
      </li>
    )
  const { id, createdAt, usedAt } = passkey
  const name = deviceName(t, passkey)
  return (
    <li className={css.row}>
      <strong>{name}</strong>
      <ul className={css.facts}>
        <li>{t('passkey.added', { at: formatDate(createdAt) })}</li>
        <li>{usedAt ? t('passkey.used', { at: formatDate(usedAt) }) : t('passkey.unused')}</li>
      </ul>
      <span>
        <Button
          size="s"
          aria-haspopup="dialog"
          aria-label={t('passkey.removeOne', { name, at: formatDate(createdAt) })}
          aria-disabled={isBusy}
          onClick={() => onRemove(id)}
        >
          {t('passkey.remove')}
        </Button>
      </span>
    </li>
  )
}
