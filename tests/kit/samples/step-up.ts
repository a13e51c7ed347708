import type { StepUpOutcome } from '#machines/lib/step-up.ts'
import { refused } from './failures.ts'

/** The outcome of a step-up whose change was made. */
export const confirmed = <O>(reply: O): StepUpOutcome<O> => ({ status: 'done', reply })
/** The outcome of a step-up whose change the server refused with `code`. */
export const declined = (code: string): StepUpOutcome<never> => ({ status: 'refused', failure: refused(code) })
/** The words for the outcomes of a step-up without the server's answer. */
export const unconfirmed = {
  'the player has gone back': { status: 'left' },
  'there was no answer, and the player stops checking': { status: 'unknown' },
} satisfies Record<string, StepUpOutcome<never>>
