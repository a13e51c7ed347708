import type { Failure } from '#contract/failure.ts'
import { NoBreakText } from './no-break-text.tsx'
import { ServerMessage } from './server-message.tsx'

/** Our text about a change without a known outcome, then the message of the server: the alert in a note. */
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
