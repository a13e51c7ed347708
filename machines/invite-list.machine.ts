import type { Invitee } from '#contract/invite.ts'
import { pagedListMachine } from './lib/paged-list.ts'

/** The friends who registered through the link, ten per page. Source: R122–R123, R403. */
export const inviteListMachine = pagedListMachine<Invitee>('inviteList', 'The friends who registered through the link.')
