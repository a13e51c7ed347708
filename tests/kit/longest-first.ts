import { BaseSequencer } from 'vitest/node'

/** Files that take far longer than their size suggests. */
const LONG = ['tests/flows/paths.test.tsx']

/** Starts the longest files first, so that no worker runs one alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(...args: Parameters<BaseSequencer['sort']>): ReturnType<BaseSequencer['sort']> {
    const files = await super.sort(...args)
    const isLong = ({ moduleId }: (typeof files)[number]) => LONG.some((file) => moduleId.endsWith(file))
    return [...files.filter(isLong), ...files.filter((file) => !isLong(file))]
  }
}
