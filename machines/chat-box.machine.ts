import { type ActorRef, type ActorRefFrom, assign, enqueueActions, type Snapshot, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import {
  attachmentKind,
  attachmentProblem,
  type ChatAnswer,
  type Conversation,
  canAnswer,
  canSay,
} from '#contract/chat.ts'
import { type ChatItem, type KeptItem, needsUpload, type Whose } from './chat-item.ts'
import { chatMessageMachine } from './chat-message.machine.ts'
import type { BoxNews, ItemNews } from './chat-news.ts'

/** A file that the player chose; it is in this event alone. */
type Attach = { type: 'box.attach'; file: File; facts: { name: string; type: string; size: number } }
type Events =
  | { type: 'draft.type'; text: string }
  | { type: 'draft.submit' }
  | { type: 'box.answer'; item: ChatAnswer }
  | { type: 'box.resend' }
  | Attach
  | { type: 'box.ready'; who: Whose }
  | { type: 'box.look'; messages: readonly Conversation[] }
  | ItemNews
/** An item, and where it stands from now on: it waits for its turn, it can be sent again, or nowhere. */
type Place = { clientId: string; to: 'queue' | 'stopped' | null }
type Item = { clientId: string; ref: ActorRefFrom<typeof chatMessageMachine> }
type Input = { owner: ActorRef<Snapshot<unknown>, BoxNews>; kept: readonly KeptItem[]; draft: string }

/** What the player writes, and what of it support does not have yet: sent one after the other. Source: R245–R249, R285–R291. */
export const chatBoxMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `items`: in the order of writing; `queue`: ids of those that wait or are on their way, `stopped`: of those that failed and
     * can be sent again. `visit`: id of this visit of the chat. `problem`: why the file that was chosen last is not taken.
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
    },
    events: {} as Events,
  },
  actors: { chatMessage: chatMessageMachine },
  guards: {
    canSay: ({ context: { draft } }) => canSay(draft),
    hasSeveralStopped: ({ context: { stopped } }) => stopped.length > 1,
    canAnswer: (_, item: ChatAnswer) => canAnswer(item),
    isTaken: (_, { facts }: Attach) => attachmentProblem(facts) === null,
  },
  actions: {
    keepDraft: assign((_, draft: string) => ({ draft, problem: null })),
    dropDraft: assign({ draft: '' }),
    /** Keeps in this tab what is written; src/actors provides it. (With no argument the types of all actions get lost.) */
    saveDraft: (_) => {},
    keepProblem: assign({ problem: (_, { facts }: Attach) => attachmentProblem(facts) }),
    dropProblem: assign({ problem: null }),
    keepWho: assign({ who: (_, who: Whose) => who }),
    addItem: assign(({ context: { items, queue }, spawn, self }, item: ChatItem) => {
      const clientId = newKey()
      const input = { clientId, item, owner: self, isKept: false, isLost: false }
      const ref = spawn('chatMessage', { id: clientId, input })
      return { items: [...items, { clientId, ref }], queue: [...queue, clientId], problem: null }
    }),
    /** Lays the file where the upload of the newest item finds it; src/actors provides it. */
    layFile: (_, _file: File) => {},
    moveItem: assign(({ context: { queue, stopped } }, { clientId, to }: Place) => {
      const others = (ids: readonly string[]) => ids.filter((id) => id !== clientId)
      const own = (place: Place['to']) => (place === to ? [clientId] : [])
      return { queue: [...others(queue), ...own('queue')], stopped: [...others(stopped), ...own('stopped')] }
    }),
    dropItem: assign(({ context: { items } }, clientId: string) => ({
      items: items.filter((item) => item.clientId !== clientId),
    })),
    /** Each takes its place at the end of the queue, in the order of writing. */
    resendStopped: enqueueActions(({ context: { items, stopped }, enqueue }) => {
      for (const { clientId, ref } of items)
        if (stopped.includes(clientId)) enqueue.sendTo(ref, { type: 'item.resend' })
    }),
    /** One that is on its way already does not hear it. */
    startFirst: enqueueActions(({ context: { items, queue, who, visit }, enqueue }) => {
      const first = items.find(({ clientId }) => clientId === queue[0])
      if (first && who) enqueue.sendTo(first.ref, { type: 'item.start', sender: { ...who, session_id: visit } })
    }),
    /** What is in the history has arrived, whatever its own call says. */
    tellArrived: enqueueActions(({ context: { items }, enqueue }, messages: readonly Conversation[]) => {
      for (const { clientId, ref } of items) {
        const message = messages.find((other) => other.clientId === clientId)
        if (message) enqueue.sendTo(ref, { type: 'item.arrived', message })
      }
    }),
    tellSent: sendTo(
      ({ context }) => context.owner,
      (_, message: Conversation) => ({ type: 'box.sent', message }),
    ),
  },
}).createMachine({
  id: 'chatBox',
  description: 'What the player writes, and what of it support does not have yet.',
  context: ({ input: { owner, kept, draft }, spawn, self }) => ({
    owner,
    who: null,
    visit: newKey(),
    draft,
    problem: null,
    items: kept.map(({ clientId, item }) => {
      const input = { clientId, item, owner: self, isKept: true, isLost: needsUpload(item) }
      return { clientId, ref: spawn('chatMessage', { id: clientId, input }) }
    }),
    queue: [],
    stopped: [],
  }),
  on: {
    'draft.type': { actions: [{ type: 'keepDraft', params: ({ event }) => event.text }, 'saveDraft'] },
    'draft.submit': {
      guard: 'canSay',
      actions: [
        { type: 'addItem', params: ({ context }) => ({ type: 'text', message: context.draft.trim() }) },
        'dropDraft',
        'saveDraft',
        'startFirst',
      ],
    },
    'box.answer': {
      guard: { type: 'canAnswer', params: ({ event }) => event.item },
      actions: [{ type: 'addItem', params: ({ event }) => event.item }, 'startFirst'],
    },
    'box.attach': [
      {
        guard: { type: 'isTaken', params: ({ event }) => event },
        actions: [
          {
            type: 'addItem',
            params: ({ event: { facts } }) => {
              const fileType = attachmentKind(facts.type) ?? 'image'
              return { type: 'media', fileType, name: facts.name, filePath: null }
            },
          },
          { type: 'layFile', params: ({ event }) => event.file },
          'startFirst',
        ],
      },
      { actions: { type: 'keepProblem', params: ({ event }) => event } },
    ],
    'box.resend': { guard: 'hasSeveralStopped', actions: 'resendStopped' },
    'box.look': { actions: { type: 'tellArrived', params: ({ event }) => event.messages } },
    'item.waits': {
      actions: [{ type: 'moveItem', params: ({ event: { clientId } }) => ({ clientId, to: 'queue' }) }, 'startFirst'],
    },
    'item.stopped': {
      actions: [
        {
          type: 'moveItem',
          params: ({ event: { clientId, isHopeless } }) => ({ clientId, to: isHopeless ? null : 'stopped' }),
        },
        'startFirst',
      ],
    },
    'item.removed': {
      actions: [
        { type: 'moveItem', params: ({ event: { clientId } }) => ({ clientId, to: null }) },
        { type: 'dropItem', params: ({ event }) => event.clientId },
        'dropProblem',
        'startFirst',
      ],
    },
    'item.sent': {
      actions: [
        { type: 'tellSent', params: ({ event }) => event.message },
        { type: 'moveItem', params: ({ event: { clientId } }) => ({ clientId, to: null }) },
        { type: 'dropItem', params: ({ event }) => event.clientId },
        'startFirst',
      ],
    },
  },
  initial: 'early',
  states: {
    early: {
      description: 'It is not known yet who is speaking: what the player sends waits.',
      on: {
        'box.ready': {
          target: 'ready',
          actions: [{ type: 'keepWho', params: ({ event }) => event.who }, 'startFirst'],
        },
      },
    },
    ready: {
      description: 'What the player sends goes out.',
      on: { 'box.ready': { actions: { type: 'keepWho', params: ({ event }) => event.who } } },
    },
  },
})
