/** WebOTP, which TypeScript's DOM types lack. */
type OtpCredential = Credential & { code: string }
const asked = { otp: { transport: ['sms'] } }

/** The code in a message that arrives at this phone for this site; null where the browser cannot read it, or the player says no. */
export async function codeInMessage(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  const credential = await navigator.credentials.get({ ...asked, signal }).catch(() => null) // then the player types it
  return (credential as OtpCredential | null)?.code ?? null
}
