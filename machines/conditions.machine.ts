import type { OperatorTexts } from '#contract/operator.ts'
import { lookupMachine } from './lib/lookup.ts'

/** The conditions popup of the member menu: a list of texts in simple HTML. Source: R70, R150. */
export const conditionsMachine = lookupMachine<OperatorTexts>('conditions', 'The conditions popup.')
