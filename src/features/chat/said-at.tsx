import { useSyncExternalStore } from 'react'
import { dayName } from '#src/lib/chat-time.ts'
import { serverNow } from '#src/lib/clock.ts'
import { formatTime, timeAgo } from '#src/lib/format.ts'
import { useTexts } from '#src/lib/i18n.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

function everyMinute(tell: () => void) {
  const timer = setInterval(tell, MINUTE)
  return () => clearInterval(timer)
}
/** Returns the start of the current minute, so that components re-render only once a minute. */
const minute = () => Math.floor(serverNow() / MINUTE) * MINUTE

const useMinute = () => useSyncExternalStore(everyMinute, minute)

/** Shows the day of a message, relative to today if possible, such as "today". Updates at midnight. */
export function DayName({ day }: { day: string }) {
  const { t } = useTexts()
  const name = dayName(day, useMinute())
  return name ? t(`chat.${name}`) : day
}

/** Shows the time of a message, and during its first hour also its age. Source: R186 (assumed). */
export function SaidAt({ at }: { at: string }) {
  const { t } = useTexts()
  const now = useMinute()
  const age = now - Date.parse(at)
  const { unit, n } = timeAgo(Date.parse(at), now)
  return (
    <time dateTime={at}>
      {formatTime(at)}
      {age < HOUR ? ` · ${age < MINUTE ? t('ago.now') : t(`ago.${unit}`, { n })}` : null}
    </time>
  )
}
