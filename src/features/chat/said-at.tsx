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
/** Only a change of this value causes a re-render. */
const minute = () => Math.floor(serverNow() / MINUTE) * MINUTE

const useMinute = () => useSyncExternalStore(everyMinute, minute)

/** The current name of a message's day, such as "today" until midnight. */
export function DayName({ day }: { day: string }) {
  const { t } = useTexts()
  const name = dayName(day, useMinute())
  return name ? t(`chat.${name}`) : day
}

/** The time of a message, and its age during the first hour. Source: R186 (assumed). */
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
