import type { Failure } from '#contract/failure.ts'
import { failureText } from '#src/lib/failure-text.ts'
import { useTexts } from '#src/lib/i18n.ts'
import { languageOf } from '#src/lib/language-of.ts'
import { NoBreakText } from './no-break-text.tsx'
import css from './server-message.module.css'

/**
 * The server's message about an unknown outcome, in its own language. Renders nothing if the server sent none.
 * Source: R388.
 */
export function ServerMessage({ failure }: { failure: Failure | null }) {
  const { t } = useTexts()
  if (!failure?.message) return null
  const text = failureText(t, failure)
  return (
    <p className={css.message} lang={languageOf(text)}>
      <NoBreakText text={text} />
    </p>
  )
}
