/** True if the browser can share a link with other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Shares a link with another app of the phone; returns false if that is impossible. The player may also cancel. */
export const shareLink = (url: string): Promise<boolean> =>
  navigator.share({ url }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
