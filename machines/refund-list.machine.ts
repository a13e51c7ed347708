import type { Refund } from '#contract/refund.ts'
import { pagedListMachine } from './lib/paged-list.ts'

/** The refunds received so far, ten per page. Source: R126, R171, R404. */
export const refundListMachine = pagedListMachine<Refund>('refundList', 'The refunds received so far.')
