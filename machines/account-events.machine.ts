import type { AccountEvent } from '#contract/account-events.ts'
import { pagedListMachine } from './lib/paged-list.ts'

/** The security events of the member's account, ten per page. Source: R647, R649. */
export const accountEventsMachine = pagedListMachine<AccountEvent>(
  'accountEvents',
  'The security events of the member’s account.',
)
