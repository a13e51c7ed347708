/**
 * Warns the site's operator about a problem that a player cannot solve. No secrets, no money: the console may be
 * recorded.
 */
export const warn = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text)
}
