/** True where the browser can hand a link to other apps. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Hands a link to another app of the phone; false when that is not possible. The player may also change their mind. */
export const shareLink = (url: string): Promise<boolean> =>
  navigator.share({ url }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  )
