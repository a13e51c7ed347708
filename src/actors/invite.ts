import * as v from 'valibot'
import { type Invitee, inviteCalls } from '#contract/invite.ts'
import { inviteMachine } from '#machines/invite.machine.ts'
import { inviteBonusMachine } from '#machines/invite-bonus.machine.ts'
import { inviteListMachine } from '#machines/invite-list.machine.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { request } from '#src/api/request.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { shareLink } from '#src/lib/share.ts'
import { attemptCall, keptAttempt, type ReadOwn } from './attempt.ts'
import { callActor, requestActor } from './call.ts'

export const readInvite: ReadOwn = async ({ overview }) => {
  const { amount } = overview.invite
  return amount === null ? null : { of: 'invite', amount }
}

const NAME = 'invite'

/**
 * Returns the request to collect the invite bonus that was confirmed in this tab and whose outcome is still unknown, or
 * null.
 */
export const pendingInviteBonus = () => pendingOf(NAME, v.object({ key: v.string(), input: v.object({}) }))

/** The machine that collects the invite bonus, connected to the backend. */
export const inviteBonusLogic = inviteBonusMachine.provide({
  actors: { attempt: keptAttempt(attemptCall(inviteCalls['invite.bonus']), () => NAME, { readOwn: readInvite }) },
})

const inviteList = inviteListMachine.provide({
  actors: {
    page: requestActor<Page<Invitee>, { page: number; limit: number }>(async (input, signal) => {
      const { invites: rows, total = null } = await request(inviteCalls['invite.list'], input, signal)
      return { rows, total }
    }),
  },
})

/** The invite machine, connected to the backend, the clipboard and the phone's apps. */
export const inviteLogic = inviteMachine.provide({
  actors: {
    'invite.banners': callActor(inviteCalls['invite.banners']),
    inviteList,
  },
  actions: {
    copy: ({ self }, link) => {
      void copyText(link).then((isDone) => self.send({ type: 'copy.ended', isDone }))
    },
    share: ({ self }, link) => {
      void shareLink(link).then((isDone) => {
        if (!isDone) self.send({ type: 'link.copy', link })
      })
    },
  },
})
