import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { Banners } from '#contract/banner.ts'
import type { inviteCalls } from '#contract/invite.ts'
import { readable } from '#contract/rows.ts'
import { inviteListMachine } from './invite-list.machine.ts'
import { byOutput, call } from './lib/actors.ts'
import { type CopyEnded, copyToast, type Toasts } from './lib/toast.ts'

type Input = { toasts: Toasts }

/**
 * The page for inviting friends: first the operator's banners, then the link and the list of friends. Source: R7, R100,
 * R102–R104, R122, R342.
 */
export const inviteMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Input & { banners: Banners },
    events: {} as { type: 'banners.close' } | { type: 'link.copy' | 'link.share'; link: string } | CopyEnded,
    tags: {} as 'busy',
    children: {} as { inviteList: 'inviteList' },
  },
  actors: {
    'invite.banners': call<(typeof inviteCalls)['invite.banners']>(),
    inviteList: inviteListMachine,
  },
  guards: { hasBanners: (_, banners: Banners) => readable(banners).length > 0 },
  actions: {
    /** Copies the link to the clipboard and sends `copy.ended`. Implemented in src/actors, like the next action. */
    copy: (_, _link: string) => {},
    /** Passes the link to the phone's share sheet, or sends `link.copy` if that fails. */
    share: (_, _link: string) => {},
    showCopied: sendTo(
      ({ context }) => context.toasts,
      ({ event }) => {
        assertEvent(event, 'copy.ended')
        return copyToast(event.isDone)
      },
    ),
  },
}).createMachine({
  id: 'invite',
  description: 'Inviting friends.',
  context: ({ input }) => ({ ...input, banners: [] }),
  initial: 'asking',
  states: {
    asking: {
      description: 'Loading the banners.',
      tags: 'busy',
      invoke: {
        id: 'invite.banners',
        src: 'invite.banners',
        input: {},
        onDone: [
          {
            guard: byOutput('hasBanners'),
            target: 'banners',
            actions: assign({ banners: ({ event }) => event.output }),
          },
          { target: 'open' },
        ],
        onError: 'open',
      },
    },
    banners: { description: 'The player views the banners.', on: { 'banners.close': 'open' } },
    open: {
      description: 'The player sees the link and the friends who used it.',
      invoke: { id: 'inviteList', src: 'inviteList' },
      on: {
        'link.copy': { actions: { type: 'copy', params: ({ event }) => event.link } },
        'link.share': { actions: { type: 'share', params: ({ event }) => event.link } },
        'copy.ended': { actions: 'showCopied' },
      },
    },
  },
})
