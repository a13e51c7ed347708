import type { StepUpOutcome } from '#machines/lib/step-up.ts'
import { refused } from './failures.ts'

/** The outcome of a step-up after which the server made the change. */
export const confirmed = <O>(reply: O): StepUpOutcome<O> => ({ status: 'done', reply })
/** The outcome of a step-up after which the server refused the change with `code`. */
export const declined = (code: string): StepUpOutcome<never> => ({ status: 'refused', failure: refused(code) })
/** The outcomes of a step-up that ended without a reply from the server, by the description of the step. */
export const unconfirmed = {
  'the player has gone back': { status: 'left' },
  'no answer arrived, and the player stopped checking': { status: 'unknown' },
} satisfies Record<string, StepUpOutcome<never>>
