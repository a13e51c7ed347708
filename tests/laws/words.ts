import type { Broken } from './search.ts'

/** A broken law and its story as lines, one move each. */
export const toLines = ({ law, story }: Broken): string[] => [
  `BROKEN ${law}`,
  ...story.map((words, at) => `  ${at + 1}. ${words}`),
]
