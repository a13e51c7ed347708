import type { Choice } from '../../tests/kit/choose.ts'

/** What `npm run paths -- [NAME] --run browser` was asked for: which paths of which machines, and how they are shown; `slow`: ms between two moves. */
export type Asked = Choice & { stems: readonly string[]; headed: boolean; slow: number; video: boolean }

const NAME = 'PATHS'

/** As the environment of Playwright carries it. */
export const asking = (asked: Asked): Record<string, string> => ({ [NAME]: JSON.stringify(asked) })
/** What was asked for. Throws when nothing was. */
export function asked(): Asked {
  const text = process.env[NAME]
  if (!text) throw new Error('Run it by: npm run paths -- [NAME] --run browser')
  return JSON.parse(text) as Asked
}
