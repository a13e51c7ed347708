/** The inspector is the only listener; a production build has none. */
let listener: ((text: string) => void) | undefined

/** Calls `next` with each later warning, in place of any other listener; returns a function that unsubscribes. */
export function onWarning(next: (text: string) => void): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}

/**
 * Warns the site's operator, in the console and the inspector, about a problem that a player cannot solve. No secrets,
 * no money: the console may be recorded.
 */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text)
  listener?.(text)
}
