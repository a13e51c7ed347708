import type { Choice } from '../../tests/kit/choose.ts'

/**
 * The options of `npm run paths -- [NAME] --run browser`: paths, machines, and how to show them. `slow` is the time
 * between two actions, in ms.
 */
export type Asked = Choice & { stems: readonly string[]; headed: boolean; slow: number; video: boolean }

const NAME = 'PATHS'

/** Returns the environment variable that passes the options to Playwright. */
export const asking = (asked: Asked): Record<string, string> => ({ [NAME]: JSON.stringify(asked) })
/** Returns the options. Throws if they are missing from the environment. */
export function asked(): Asked {
  const text = process.env[NAME]
  if (!text) throw new Error('Run it by: npm run paths -- [NAME] --run browser')
  return JSON.parse(text) as Asked
}
