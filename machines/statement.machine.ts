import type { StatementItem } from '#contract/statement.ts'
import { pagedListMachine } from './paged-list.ts'

/** What has become of the member's money, ten rows a page. Source: R134, R359, R408, R518. */
export const statementMachine = pagedListMachine<StatementItem>('statement', 'The member’s statement.')
