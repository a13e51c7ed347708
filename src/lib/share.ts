/** True if the browser can share a link with other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/**
 * Shares a link with another app on the phone. Returns false if sharing fails; a player who cancels counts as success.
 */
export const shareLink = (url: string): Promise<boolean> =>
  navigator.share({ url }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
