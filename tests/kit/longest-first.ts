import { BaseSequencer } from 'vitest/node'

/** Files that take far longer than their size tells. */
const LONG = ['tests/flows/paths.test.tsx']

/** Starts the longest files first: if one began last, one worker would run it while the other had nothing left. */
export class LongestFirst extends BaseSequencer {
  override async sort(...args: Parameters<BaseSequencer['sort']>): ReturnType<BaseSequencer['sort']> {
    const files = await super.sort(...args)
    const isLong = ({ moduleId }: (typeof files)[number]) => LONG.some((file) => moduleId.endsWith(file))
    return [...files.filter(isLong), ...files.filter((file) => !isLong(file))]
  }
}
