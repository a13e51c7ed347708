/** Tells whoever runs the site what a player cannot mend. No secrets, no money: the console may be recorded. */
export const warn = (text: string): void => {
  // biome-ignore lint/suspicious/noConsole: the one place that may
  console.warn(text)
}
