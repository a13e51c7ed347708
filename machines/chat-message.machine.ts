import { type ActorRef, assertEvent, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate'
import { CHAT_CHECKED, type Conversation, type chatCalls } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, call, failureIn, stubActor } from './lib/actors.ts'
import type { ItemNews, ItemProgress, ItemUpload } from './lib/chat-events.ts'
import { bodyOf, isHopeless, type KeptItem, needsUpload, type Sender, sentOf, type Trace } from './lib/chat-item.ts'

/** The transition taken when the message appears in the history, which proves that support has it. */
const arrived = { target: 'succeed', actions: 'reportArrived' } as const

type Owner = ActorRef<Snapshot<unknown>, ItemNews>
type Context = KeptItem & {
  owner: Owner
  isKept: boolean
  isLost: boolean
  sender: Sender | null
  uploadKey: string | null
  key: string
  sent: number
  failure: Failure | null
}

/**
 * One message from the player, from pressing Send until support has it. Its `clientId` never changes, so a resent
 * message counts only once.
 *
 * A plain backend stores no `clientId`. If such a backend does not reply, the history is read twice before the player
 * may resend the message.
 *
 * This stays one long machine, because in every state the player can remove the message and the history can show it.
 * Source: R197, R245–R249, R372, R374–R376, D-24.
 */
export const chatMessageMachine = setup({
  types: {
    /**
     * `isKept` means that the message was unsent when the page was reloaded, and `isLost` that its file has been lost
     * since.
     */
    input: {} as KeptItem & { owner: Owner; isKept: boolean; isLost: boolean },
    /**
     * `uploadKey` stays the same until the upload is answered, whereas `key` belongs to a single send attempt. `sent`
     * is the uploaded fraction, 0 to 1.
     */
    context: {} as Context,
    events: {} as
      | { type: 'item.start'; sender: Sender; trace?: Trace | undefined }
      | { type: 'item.resend' | 'item.remove' }
      /** The newest messages were loaded, but this message is not among them. */
      | { type: 'item.unseen' }
      | { type: 'item.arrived'; message: Conversation }
      | ItemProgress,
  },
  actors: { upload: stubActor<{ path: string }, ItemUpload>(), 'chat.send': call<(typeof chatCalls)['chat.send']>() },
  delays: { CHAT_CHECKED },
  guards: {
    isKept: ({ context }) => context.isKept,
    isTraced: ({ context }) => context.trace !== undefined,
    isLost: ({ context }) => context.isLost,
    isRefused: (_, { kind }: Failure) => kind === 'refused',
    isHopeless: ({ context }) => isHopeless(context),
    needsUpload: ({ context: { item } }) => needsUpload(item),
  },
  actions: {
    setSender: assign(({ event }) => {
      assertEvent(event, 'item.start')
      return { sender: event.sender, trace: event.trace }
    }),
    setUploadKey: assign({ uploadKey: ({ context }) => context.uploadKey ?? newKey(), sent: 0, failure: null }),
    setKey: assign({ key: () => newKey(), failure: null }),
    reportWaits: sendTo(
      ({ context }) => context.owner,
      ({ context: { clientId } }) => ({ type: 'item.waits', clientId }),
    ),
    reportRemoved: sendTo(
      ({ context }) => context.owner,
      ({ context: { clientId } }) => ({ type: 'item.removed', clientId }),
    ),
    reportTraced: enqueueActions(({ context: { owner, clientId, item, trace }, enqueue }) => {
      if (trace) enqueue.sendTo(owner, { type: 'item.traced', out: { clientId, item, trace } })
    }),
    reportStopped: sendTo(
      ({ context }) => context.owner,
      ({ context }) => ({ type: 'item.stopped', clientId: context.clientId, isHopeless: isHopeless(context) }),
    ),
    reportSent: sendTo(
      ({ context }) => context.owner,
      ({ context: { clientId } }, message: Conversation) => ({ type: 'item.sent', clientId, message }),
    ),
    reportArrived: sendTo(
      ({ context }) => context.owner,
      ({ context: { clientId }, event }) => {
        assertEvent(event, 'item.arrived')
        return { type: 'item.sent', clientId, message: event.message }
      },
    ),
    /**
     * `saveItem` stores the item in this tab until it is sent or removed, and `clearItem` removes it. Both are
     * implemented in src/actors. (Without the unused parameters, all actions would lose their types.)
     */
    saveItem: (_) => {},
    clearItem: (_) => {},
  },
}).createMachine({
  id: 'chatMessage',
  description: 'One message from the player, from pressing Send until support has it.',
  context: ({ input }) => ({ ...input, sender: null, uploadKey: null, key: '', sent: 0, failure: null }),
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'isLost', target: 'failed.surely' },
        { guard: 'isTraced', target: 'unsure.again' },
        { guard: 'isKept', target: 'failed.unanswered' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'The message waits until all earlier ones are sent.',
      entry: 'saveItem',
      on: {
        'item.start': [
          {
            guard: 'needsUpload',
            target: 'uploading_file',
            actions: 'setSender',
          },
          { target: 'sending', actions: 'setSender' },
        ],
        'item.arrived': arrived,
        'item.remove': 'removed',
      },
    },
    uploading_file: {
      description: 'Uploading the picture or video.',
      entry: 'setUploadKey',
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context: { clientId, item, uploadKey }, self }) => ({
          clientId,
          fileType: item.type === 'media' ? item.fileType : 'image',
          key: uploadKey ?? '',
          owner: self,
        }),
        onDone: {
          target: 'sending',
          actions: assign(({ context: { item }, event }) => ({
            item: item.type === 'media' ? { ...item, filePath: event.output.path } : item,
          })),
        },
        onError: {
          target: 'failed.surely',
          // a refusal is an answer, so the next try needs a new key
          actions: assign(({ context: { uploadKey }, event }) => {
            const failure = failureIn({ event })
            return { failure, uploadKey: failure.kind === 'refused' ? null : uploadKey }
          }),
        },
      },
      on: {
        'item.progress': { actions: assign({ sent: ({ event: { sent, size } }) => (size > 0 ? sent / size : 0) }) },
        'item.remove': 'removed',
      },
    },
    sending: {
      description: 'Sending the message.',
      entry: ['setKey', 'saveItem', 'reportTraced'],
      invoke: {
        id: 'chat.send',
        src: 'chat.send',
        input: ({ context: { clientId, item, sender, trace, key } }) => ({
          ...sender,
          sender: 'customer',
          message: { ...bodyOf(item), deliver: 'sending' },
          deviceToken: null,
          ...(trace ? {} : { clientId }),
          key,
        }),
        onDone: {
          target: 'succeed',
          actions: { type: 'reportSent', params: ({ context, event }) => sentOf(context, event.output.createdAt) },
        },
        onError: [
          {
            guard: byFailure('isRefused'),
            target: 'failed.surely',
            actions: assign({ failure: failureIn }),
          },
          { guard: 'isTraced', target: 'unsure', actions: assign({ failure: failureIn }) },
          { target: 'failed.unanswered', actions: assign({ failure: failureIn }) },
        ],
      },
      on: {
        'item.arrived': arrived,
      },
    },
    unsure: {
      initial: 'once',
      on: {
        'item.arrived': arrived,
      },
      states: {
        once: {
          description:
            'No answer arrived, and this backend would store a resent message twice. The history is read before anything else is sent.',
          on: { 'item.unseen': 'again' },
        },
        again: {
          description: 'The history does not show the message yet; the next load shows whether support has it.',
          on: { 'item.unseen': '#chatMessage.failed.missing' },
        },
      },
    },
    failed: {
      entry: 'reportStopped',
      initial: 'surely',
      on: {
        'item.resend': [{ guard: 'isHopeless' }, { target: 'waiting', actions: 'reportWaits' }],
        'item.arrived': arrived,
      },
      states: {
        unanswered: {
          description:
            'No answer arrived. Within 10 s the history may show that support has the message. Resending is safe: the message counts only once.',
          after: { CHAT_CHECKED: 'surely' },
        },
        missing: {
          description:
            'No answer arrived, and the history does not show the message: support does not have it. The player can resend or remove it.',
          on: { 'item.remove': '#chatMessage.removed' },
        },
        surely: {
          description:
            'The message was not sent. The player can resend or remove it. If its file is gone or was rejected, it can only be removed.',
          on: { 'item.remove': '#chatMessage.removed' },
        },
      },
    },
    succeed: { description: 'Support has the message.', type: 'final', entry: 'clearItem' },
    removed: {
      description: 'The player has removed the message.',
      type: 'final',
      entry: ['clearItem', 'reportRemoved'],
    },
  },
})
