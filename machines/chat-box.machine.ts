import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  enqueueActions,
  fromCallback,
  type Snapshot,
  sendTo,
  setup,
} from 'xstate'
import {
  attachmentKind,
  attachmentProblem,
  type ChatAnswer,
  type Conversation,
  canAnswer,
  canSay,
} from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { chatMessageMachine } from './chat-message.machine.ts'
import type { BoxNews, ItemNews } from './lib/chat-events.ts'
import {
  type ChatItem,
  isShownBy,
  type KeptItem,
  type Names,
  needsUpload,
  type TracedItem,
  UNNAMED,
  type Whose,
} from './lib/chat-item.ts'

/** A file that the player chose. It exists only in this event. */
type Attach = { type: 'box.attach'; file: File; facts: { name: string; type: string; size: number } }
type Events =
  | { type: 'draft.type'; draft: string }
  /** The player asks support about an error. `draft` is the text about the error, which is added to the draft. */
  | { type: 'draft.begin'; draft: string }
  | { type: 'draft.submit' }
  | { type: 'box.answer'; item: ChatAnswer }
  | { type: 'box.resend' }
  | Attach
  | { type: 'box.ready'; who: Whose; plain?: Names | undefined }
  | { type: 'box.look'; messages: readonly Conversation[]; isFetched?: boolean | undefined }
  | ItemNews
/** Returns the draft with the text about an error appended. */
const begun = (draft: string, more: string) => (draft === '' ? more : `${draft}\n${more}`)

const isTraced = (item: KeptItem): item is TracedItem => item.trace !== undefined
/** The list that contains an item: the queue, the stopped items, or neither of them (null). */
type Place = 'queue' | 'stopped' | null
type Item = { clientId: string; ref: ActorRefFrom<typeof chatMessageMachine> }
type Input = { owner: ActorRef<Snapshot<unknown>, BoxNews>; kept: readonly KeptItem[]; draft: string }

/**
 * The message box of the chat: the draft, and the messages that have not reached support yet. Sends these messages one
 * at a time.
 *
 * This stays one long machine, because every event from a message decides which message is sent next.
 * Source: R245–R249, R285–R291.
 */
export const chatBoxMachine = setup({
  types: {
    input: {} as Input,
    /**
     * - `items`: the unsent items, in the order in which they were written
     * - `queue`: the ids of the items that are waiting or being sent
     * - `stopped`: the ids of the items that failed and can be resent
     * - `visit`: the id of this visit to the chat
     * - `plain`: the current user's names, set only for a plain backend
     * - `traced`: the items that were sent to a plain backend and may have arrived
     * - `newest`: the time of the newest known message
     * - `problem`: the reason why the last chosen file was rejected
     */
    context: {} as {
      owner: Input['owner']
      who: Whose | null
      visit: string
      draft: string
      problem: ReturnType<typeof attachmentProblem>
      items: readonly Item[]
      queue: readonly string[]
      stopped: readonly string[]
      plain: Names | undefined
      traced: readonly TracedItem[]
      newest: string | null
    },
    events: {} as Events,
  },
  actors: {
    chatMessage: chatMessageMachine,
    /** When the chat stops, releases its files. Also deletes the user's draft if the login has changed. */
    tab: fromCallback(() => {}),
  },
  guards: {
    canSay: ({ context: { draft } }) => canSay(draft),
    /** True if the draft has room for the text and does not contain it yet. */
    canBegin: ({ context: { draft }, event }) => {
      assertEvent(event, 'draft.begin')
      return !draft.includes(event.draft) && canSay(begun(draft, event.draft))
    },
    hasSeveralStopped: ({ context: { stopped } }) => stopped.length > 1,
    canAnswer: ({ event }) => {
      assertEvent(event, 'box.answer')
      return canAnswer(event.item)
    },
    isTaken: ({ event }) => {
      assertEvent(event, 'box.attach')
      return attachmentProblem(event.facts) === null
    },
  },
  actions: {
    /**
     * Stores the draft in this tab. Implemented in src/actors. (Without the unused parameter, all actions would lose
     * their types.)
     */
    saveDraft: (_) => {},
    setNewest: assign({
      newest: ({ context: { newest } }, messages: readonly Conversation[]) =>
        messages.reduce((last, { createdAt }) => (last !== null && last > createdAt ? last : createdAt), newest),
    }),
    addItem: assign(({ context: { items, queue }, spawn, self }, item: ChatItem) => {
      const clientId = newKey()
      const input = { clientId, item, owner: self, isKept: false, isLost: false }
      const ref = spawn('chatMessage', { id: clientId, input })
      return { items: [...items, { clientId, ref }], queue: [...queue, clientId], problem: null }
    }),
    /** Stores the file under the newest item's id, so that the item's upload finds it. Implemented in src/actors. */
    saveFile: (_, _file: File) => {},
    moveItem: assign(({ context: { queue, stopped }, event }, to: Place) => {
      assertEvent(event, ['item.waits', 'item.stopped', 'item.removed', 'item.sent'])
      const { clientId } = event
      const others = (ids: readonly string[]) => ids.filter((id) => id !== clientId)
      const own = (place: Place) => (place === to ? [clientId] : [])
      return { queue: [...others(queue), ...own('queue')], stopped: [...others(stopped), ...own('stopped')] }
    }),
    clearItem: assign(({ context: { items, traced }, event }) => {
      assertEvent(event, ['item.removed', 'item.sent'])
      const isOther = ({ clientId }: { clientId: string }) => clientId !== event.clientId
      return { items: items.filter(isOther), traced: traced.filter(isOther) }
    }),
    /** Resends the stopped items, in the order in which they were written. */
    resendStopped: enqueueActions(({ context: { items, stopped }, enqueue }) => {
      for (const { clientId, ref } of items)
        if (stopped.includes(clientId)) enqueue.sendTo(ref, { type: 'item.resend' })
    }),
    /** Starts sending the first item of the queue. An item that is already being sent ignores the event. */
    startFirst: enqueueActions(({ context: { items, queue, who, visit, plain, newest }, enqueue }) => {
      const first = items.find(({ clientId }) => clientId === queue[0])
      if (!first || !who) return
      const sender = { ...who, ...(plain ?? UNNAMED), session_id: visit }
      enqueue.sendTo(first.ref, { type: 'item.start', sender, trace: plain && { session_id: visit, after: newest } })
    }),
    /**
     * Reports each item that appears in the history as arrived, even if its own call has failed. Each message in the
     * history confirms only one item, and the item that is being sent is matched first.
     */
    reportArrived: enqueueActions(({ context: { items, queue, traced }, event, enqueue }) => {
      assertEvent(event, 'box.look')
      const { messages, isFetched } = event
      const left = [...messages]
      const isFirst = ({ clientId }: Item) => clientId === queue[0]
      for (const item of [...items.filter(isFirst), ...items.filter((other) => !isFirst(other))]) {
        const { clientId, ref } = item
        const out = traced.find((other) => other.clientId === clientId)
        const at = left.findIndex((message) => message.clientId === clientId || (out && isShownBy(out, message)))
        const [message] = at < 0 ? [] : left.splice(at, 1)
        if (message) enqueue.sendTo(ref, { type: 'item.arrived', message })
        else if (out && isFetched) enqueue.sendTo(ref, { type: 'item.unseen' })
      }
    }),
    reportSent: sendTo(
      ({ context }) => context.owner,
      ({ event }) => {
        assertEvent(event, 'item.sent')
        return { type: 'box.sent', message: event.message }
      },
    ),
  },
}).createMachine({
  id: 'chatBox',
  description: 'The message box: the draft, and the messages that have not reached support yet.',
  context: ({ input: { owner, kept, draft }, spawn, self }) => ({
    owner,
    who: null,
    visit: newKey(),
    draft,
    problem: null,
    items: kept.map(({ clientId, item, trace }) => {
      const input = { clientId, item, trace, owner: self, isKept: true, isLost: needsUpload(item) }
      return { clientId, ref: spawn('chatMessage', { id: clientId, input }) }
    }),
    // items that may have arrived are looked up in the history before the next item is sent
    queue: kept.filter(isTraced).map(({ clientId }) => clientId),
    stopped: [],
    plain: undefined,
    traced: kept.filter(isTraced),
    newest: null,
  }),
  invoke: { id: 'tab', src: 'tab' },
  on: {
    'draft.type': { actions: [assign({ draft: ({ event }) => event.draft, problem: null }), 'saveDraft'] },
    'draft.begin': {
      guard: 'canBegin',
      actions: [assign({ draft: ({ context, event }) => begun(context.draft, event.draft) }), 'saveDraft'],
    },
    'draft.submit': {
      guard: 'canSay',
      actions: [
        { type: 'addItem', params: ({ context }) => ({ type: 'text', message: context.draft.trim() }) },
        assign({ draft: '' }),
        'saveDraft',
        'startFirst',
      ],
    },
    'box.answer': {
      guard: 'canAnswer',
      actions: [{ type: 'addItem', params: ({ event }) => event.item }, 'startFirst'],
    },
    'box.attach': [
      {
        guard: 'isTaken',
        actions: [
          {
            type: 'addItem',
            params: ({ event: { facts } }) => {
              const fileType = attachmentKind(facts.type) ?? 'image'
              return { type: 'media', fileType, name: facts.name, filePath: null }
            },
          },
          { type: 'saveFile', params: ({ event }) => event.file },
          'startFirst',
        ],
      },
      { actions: assign({ problem: ({ event }) => attachmentProblem(event.facts) }) },
    ],
    'box.resend': { guard: 'hasSeveralStopped', actions: 'resendStopped' },
    'box.look': {
      actions: ['reportArrived', { type: 'setNewest', params: ({ event }) => event.messages }],
    },
    'item.traced': {
      actions: assign({
        traced: ({ context: { traced }, event: { out } }) => [
          ...traced.filter(({ clientId }) => clientId !== out.clientId),
          out,
        ],
      }),
    },
    'item.waits': {
      actions: [{ type: 'moveItem', params: 'queue' }, 'startFirst'],
    },
    'item.stopped': {
      actions: [{ type: 'moveItem', params: ({ event }) => (event.isHopeless ? null : 'stopped') }, 'startFirst'],
    },
    'item.removed': {
      actions: [{ type: 'moveItem', params: null }, 'clearItem', assign({ problem: null }), 'startFirst'],
    },
    'item.sent': {
      actions: [
        'reportSent',
        { type: 'setNewest', params: ({ event }) => [event.message] },
        { type: 'moveItem', params: null },
        'clearItem',
        'startFirst',
      ],
    },
  },
  initial: 'early',
  states: {
    early: {
      description: 'The current user is not known yet: messages wait.',
      on: {
        'box.ready': {
          target: 'ready',
          actions: [assign({ who: ({ event }) => event.who, plain: ({ event }) => event.plain }), 'startFirst'],
        },
      },
    },
    ready: {
      description: 'Messages are sent one after the other.',
      on: { 'box.ready': { actions: assign({ who: ({ event }) => event.who, plain: ({ event }) => event.plain }) } },
    },
  },
})
