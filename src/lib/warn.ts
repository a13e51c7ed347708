/** Set only by the inspector; a production build has no listener. */
let listener: ((text: string) => void) | undefined

/**
 * Calls `next` with each warning from now on, in place of any previous listener. Returns a function that removes the
 * listener.
 */
export function onWarning(next: (text: string) => void): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}

/**
 * Warns the site's operator, in the console and the inspector, about a problem that the player cannot solve. The text
 * must contain no secrets and no amounts, because consoles may be recorded.
 */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the only place that may log to the console
  console.warn(text)
  listener?.(text)
}
