import type { Failure } from '#contract/failure.ts'
import { NoBreakText } from './no-break-text.tsx'
import { ServerMessage } from './server-message.tsx'

/** What we say of a change without a known outcome, then the message of the server: one alert, to stand in a note. */
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
