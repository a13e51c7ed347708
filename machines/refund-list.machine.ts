import type { Refund } from '#contract/refund.ts'
import { pagedListMachine } from './paged-list.ts'

/** What was received back so far, ten a page. Source: R126, R171, R404. */
export const refundListMachine = pagedListMachine<Refund>('refundList', 'What was received back so far.')
