import { onTestFinished } from 'vitest'
import { profileCalls } from '#contract/profile.ts'
import { startSession } from '#src/actors/session.ts'
import { request } from '#src/api/request.ts'

/** Starts the signed-in member's session and stops it when the test ends. */
export function sessionWithToasts() {
  const session = startSession()
  onTestFinished(() => void session.stop())
  const { toasts } = session.getSnapshot().context
  return {
    /** Makes a call as the member. */
    ask: () => request(profileCalls['account.profile'], {}),
    /** The texts of the toasts on the screen. */
    texts: () => toasts.getSnapshot().context.toasts.map(({ text }) => text),
    /** Closes the first toast. */
    close: () => toasts.send({ type: 'toast.close', id: 1 }),
  }
}
