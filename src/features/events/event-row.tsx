import type { AccountEvent } from '#contract/account-events.ts'
import css from '#src/components/record-list.module.css'
import { Unread } from '#src/components/unread.tsx'
import { deviceName } from '#src/lib/device-name.ts'
import { formatDate } from '#src/lib/format.ts'
import { type Translate, useTexts } from '#src/lib/i18n.ts'

/** Returns the name of an event. If the event is about a limit, the name includes the limit's kind and period. */
function nameOf(t: Translate, { kind, limit }: AccountEvent): string {
  if (!limit) return t(`events.of.${kind}`)
  const period = t(`care.limit.period.${limit.period}`)
  return t('events.of.limitOf', { limit: t(`care.limit.${limit.kind}.of`, { period }) })
}

/** Shows an event: its name and time, the browser, and the shortened IP address. Source: R647, R648. */
export function EventRow({ event }: { event: AccountEvent | null }) {
  const { t } = useTexts()
  if (!event)
    return (
      <li className={css.row}>
        <div>
          <Unread />
        </div>
      </li>
    )
  const { at, browser, system, address } = event
  return (
    <li className={css.row}>
      <strong>{nameOf(t, event)}</strong>
      <ul className={css.facts}>
        <li>{formatDate(at)}</li>
        {browser || system ? <li>{deviceName(t, event)}</li> : null}
        {address ? <li>{t('devices.address', { address })}</li> : null}
      </ul>
    </li>
  )
}
