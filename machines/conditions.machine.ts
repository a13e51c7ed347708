import { lookupMachine } from './lookup.ts'

/** The conditions popup of the member menu: a list of texts in simple HTML. Source: R70, R150. */
export const conditionsMachine = lookupMachine<string[]>('conditions', 'The conditions popup.')
