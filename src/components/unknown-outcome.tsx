import type { Failure } from '#contract/failure.ts'
import { NoBreakText } from './no-break-text.tsx'
import { ServerMessage } from './server-message.tsx'

/** The alert inside a note about an unknown outcome: the site's own text, followed by the server's message. */
export function UnknownOutcome({ text, failure }: { text: string; failure: Failure | null }) {
  return (
    <div role="alert">
      <p>
        <NoBreakText text={text} />
      </p>
      <ServerMessage failure={failure} />
    </div>
  )
}
