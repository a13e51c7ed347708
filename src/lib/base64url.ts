/** Encodes a string as UTF-8. */
export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/**
 * Returns the SHA-256 hash of a string, in base64url. Rejects on a page without https, where browsers offer no Web
 * Crypto.
 */
export const hashOf = async (text: string) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text))))
