import { ALL_LAWS } from './laws.ts'
import type { Broken } from './search.ts'
import { SITE_LAWS } from './sites.ts'

/** Formats a broken law and its story, one move per line, and the end of the story. */
export const toLines = ({ law, story, end }: Broken): string[] => [
  `BROKEN ${law}: ${[...ALL_LAWS, ...SITE_LAWS].find(({ name }) => name === law)?.sentence}`,
  ...story.map((words, at) => `  ${at + 1}. ${words}`),
  ...(end ? [`  At the end: ${end}`] : []),
]
