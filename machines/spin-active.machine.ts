import { lookupMachine } from './lib/lookup.ts'

/**
 * Checks whether the prize wheel is on. If it is off, the home page shows a different widget. Source: R90–R91, R352.
 */
export const spinActiveMachine = lookupMachine<boolean>('spinActive', 'Checks whether the prize wheel is on.')
