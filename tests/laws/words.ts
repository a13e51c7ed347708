import { ALL_LAWS } from './laws.ts'
import type { Broken } from './search.ts'
import { SITE_LAWS } from './sites.ts'

/** Formats a broken law and its story, one move per line. */
export const toLines = ({ law, story }: Broken): string[] => [
  `BROKEN ${law}: ${[...ALL_LAWS, ...SITE_LAWS].find(({ name }) => name === law)?.sentence}`,
  ...story.map((words, at) => `  ${at + 1}. ${words}`),
]
