import type { AnyMachineSnapshot } from 'xstate'
import { common, type Seen, textsAfter } from './seen.ts'
import { leavesOf, nameOf, where } from './states.ts'

/** A step, by its words and the situation that it leads to. */
export type SeenStep = { words: string; after: AnyMachineSnapshot }

/** True if a state is another one or inside it, by their names. */
export const isWithin = (state: string, outer: string) => state === outer || state.startsWith(`${outer}.`)

/** Returns the texts that the screen shows whenever the machine is in these states; empty if no test was there. */
export const textsIn = (seen: Seen, states: readonly string[]): string[] =>
  common(
    Object.entries(seen)
      .filter(([situation]) => states.every((state) => situation.split(' + ').some((leaf) => isWithin(leaf, state))))
      .map(([, { always }]) => always),
  )

/** Returns the texts after a step, without those that the page lists for the states it leads to. */
function extraTexts(seen: Seen, { words, after }: SeenStep): string[] {
  const listed = leavesOf(after).flatMap((leaf) => textsIn(seen, [nameOf(leaf)]))
  return textsAfter(seen, where(after), words).filter((text) => !listed.includes(text))
}

/** Returns the texts that the player also sees after each of these steps. */
export const textsAlso = (seen: Seen, steps: readonly SeenStep[]): string[] =>
  common(steps.filter(({ after }) => seen[where(after)]).map((step) => extraTexts(seen, step)))

/** Formats texts of the screen for a page. */
export const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(' · ')
