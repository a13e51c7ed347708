import type { Invitee } from '#contract/invite.ts'
import { pagedListMachine } from './paged-list.ts'

/** Friends who came by the link, ten a page. Source: R122–R123, R403. */
export const inviteListMachine = pagedListMachine<Invitee>('inviteList', 'The friends who came by the link.')
