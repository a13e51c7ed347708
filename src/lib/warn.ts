const hearers = new Set<(text: string) => void>()

/** Calls `hear` with each later warning; returns a function that ends it. */
export function onWarning(hear: (text: string) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/**
 * Warns the site's operator, in the console and the inspector, about a problem that a player cannot solve. No secrets,
 * no money: the console may be recorded.
 */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text)
  for (const hear of hearers) hear(text)
}
