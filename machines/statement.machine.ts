import type { StatementItem } from '#contract/statement.ts'
import { pagedListMachine } from './lib/paged-list.ts'

/** The member's statement, ten rows per page. Source: R134, R359, R408, R518. */
export const statementMachine = pagedListMachine<StatementItem>('statement', 'The member’s statement.')
