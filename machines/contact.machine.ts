import type { Contact, Info } from '#contract/operator.ts'
import { lookupMachine } from './lib/lookup.ts'

/** The contact page, for visitors and members. Source: R56–R59, R148–R149. */
export const contactMachine = lookupMachine<Contact & Info>('contact', 'How to reach the operator.')
