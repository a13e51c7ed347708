import { useTranslation } from 'react-i18next'
import type { Failure } from '#contract/failure.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { NoBreakText } from './no-break-text.tsx'

/** The message of the server beside an unknown outcome; nothing if it sent none. Source: R388. */
export function ServerMessage({ failure }: { failure: Failure | null }) {
  const { t } = useTranslation()
  if (!failure?.message) return null
  return (
    <p>
      <NoBreakText text={failureText(t, failure)} />
    </p>
  )
}
