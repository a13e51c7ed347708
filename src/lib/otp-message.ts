/** WebOTP, which TypeScript's DOM types lack. */
type OtpCredential = Credential & { code: string }
const asked = { otp: { transport: ['sms'] } }

/**
 * Returns the code from a text message to this phone for this site; null if the browser cannot read it, or the player
 * declines.
 */
export async function codeInMessage(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  const credential = await navigator.credentials.get({ ...asked, signal }).catch(() => null) // then the player types it
  return (credential as OtpCredential | null)?.code ?? null
}
