import type { Slip } from '#contract/slip.ts'
import { pagedListMachine } from './lib/paged-list.ts'

/** The slips sent so far, ten per page. Source: R135, R360, R409, R520. */
export const slipListMachine = pagedListMachine<Slip>('slipList', 'The slips that the member has sent.')
