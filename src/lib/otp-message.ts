/** A WebOTP credential; TypeScript's DOM types lack it. */
type OtpCredential = Credential & { code: string }
const asked = { otp: { transport: ['sms'] } }

/**
 * Returns the code from a text message that this phone received for this site. Returns null if the browser cannot read
 * messages, or if the player declines.
 */
export async function codeInMessage(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  // if this fails, the player types the code
  const credential = await navigator.credentials.get({ ...asked, signal }).catch(() => null)
  return (credential as OtpCredential | null)?.code ?? null
}
