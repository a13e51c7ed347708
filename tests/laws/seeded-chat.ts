import { type ActorRef, type AnyStateMachine, assign, enqueueActions, type Snapshot } from 'xstate'
import type { Conversation } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import type { HistoryNews, Kind } from '#machines/lib/chat-events.ts'
import { sentOf } from '#machines/lib/chat-item.ts'
import { unknownOf } from '#machines/lib/chat-messages.ts'
import { type Change, changed, childWith, inChild, nothing, type Parts, rewired } from './changes.ts'
import { type ChatFault, ChatSystem } from './sites/chat.ts'
import type { Searched, SeededSite } from './sites.ts'

/** A chat with `written` messages from the player, and up to `answers` messages from support. */
const chat =
  (change: Change, { written = 1, answers = 0, burst = 1, faults = [] as readonly ChatFault[] } = {}) =>
  () => {
    const bounds = { tabs: 1, requests: 1, arrivals: Number.POSITIVE_INFINITY, uses: written, tries: answers }
    return new ChatSystem(bounds, { faults, change, burst }) as unknown as Searched
  }
const withParts = (parts: Parts) => (machine: AnyStateMachine) => machine.provide(parts)
/** A chat with a change to the machine that sends one of the player's messages. */
const message = (change: Change) => chat(inChild('chatBox', inChild('chatMessage', change)))
/** A chat with a change to the machine that maintains the connection. Only support writes messages. */
const line = (change: Change) => chat(inChild('chatHistory', inChild('chatLine', change)), { written: 0, answers: 2 })
type Shown = { messages: readonly Conversation[]; owner: ActorRef<Snapshot<unknown>, HistoryNews> }
type Found = { messages: readonly Conversation[]; kind: Kind; isFetched?: true }
/** A chat whose history uses `add` to add messages. */
const added = (add: (known: readonly Conversation[], more: readonly Conversation[]) => Conversation[]) =>
  chat(
    childWith('chatHistory', {
      actions: {
        setFound: enqueueActions(({ context, enqueue }, { messages: found, kind, isFetched }: Found) => {
          const { messages, owner } = context as Shown
          enqueue.assign({ messages: add(messages, found) })
          enqueue.sendTo(owner, { type: 'history.grown', messages: found, kind, newest: null, isFetched })
        }),
      },
    }),
    { answers: 1 },
  )

type Resent = { context: { clientId: string; uploadKey: string | null } }
const resentWithNewId = { target: 'waiting', actions: [assign({ uploadKey: () => newKey() }), 'reportWaits'] }
/** The request's input, with a new message id if the message is resent. */
const withOwnId = (input: ((of: never) => object) | undefined) => (of: Resent) => ({
  ...input?.(of as never),
  clientId: of.context.uploadKey ?? of.context.clientId,
})
const sentAnyway = {
  target: 'succeed',
  actions: {
    type: 'reportSent',
    params: ({ context }: { context: Parameters<typeof sentOf>[0] }) => sentOf(context, '2026-11-25T00:00:00.000Z'),
  },
}

/** Faults in the chat with support. */
export const SEEDED_CHAT: readonly SeededSite[] = [
  {
    name: 'a message to support that is sent again is stored again',
    law: 'stored once',
    site: chat((machine) => machine, { faults: ['a message that is sent again is stored again'] }),
  },
  {
    name: 'a message to support is sent again with a new id',
    law: 'stored once',
    site: message((machine) =>
      changed('sending', ({ invoke, ...config }) => ({
        ...config,
        invoke: { ...invoke, input: withOwnId(invoke?.input) },
      }))(rewired(machine, 'failed', { 'item.resend': resentWithNewId })),
    ),
  },
  {
    name: 'a message to support without an answer is reported as sent',
    law: 'told sent',
    site: message(
      changed('sending', ({ invoke, ...config }) => ({ ...config, invoke: { ...invoke, onError: sentAnyway } })),
    ),
  },
  {
    name: 'a message to support that the history shows stays among the unsent ones',
    law: 'shown once',
    site: chat(childWith('chatBox', { actions: { reportArrived: nothing } })),
  },
  {
    name: 'a page of messages is added without looking at what is shown',
    law: 'shown once',
    site: added((known, more) => [...known, ...more]),
  },
  {
    name: 'messages to support are shown in the order in which they arrive',
    law: 'in order',
    site: added((known, more) => [...known, ...unknownOf(known, more)]),
  },
  {
    name: 'a message to support is not shown after it was sent',
    law: 'stays shown',
    site: chat(withParts({ actions: { addSent: nothing } })),
  },
  {
    name: 'the conversation is forgotten when the chat connects again',
    law: 'stays shown',
    site: chat(childWith('chatHistory', { guards: { isOther: () => true } })),
  },
  {
    name: 'an unsent message to support is not kept',
    law: 'nothing lost',
    site: message(withParts({ actions: { saveItem: nothing } })),
  },
  {
    name: 'a draft of a message to support is not kept',
    law: 'nothing lost',
    site: chat(childWith('chatBox', { actions: { saveDraft: nothing } })),
  },
  {
    name: 'an unsent message to support cannot be sent again',
    law: 'sent again',
    site: message(withParts({ guards: { isHopeless: () => true } })),
  },
  {
    name: 'a gap before a message to support is not noticed',
    law: 'no gap',
    site: line(withParts({ guards: { isGap: () => false } })),
  },
  {
    name: 'a message to support that is delivered late is shown above the loaded ones',
    law: 'no gap',
    site: chat(childWith('chatHistory', { guards: { isInReach: () => true } }), { written: 0, answers: 3, burst: 10 }),
  },
  {
    name: 'a check of the connection believes that no message is missing',
    law: 'gets on',
    site: line(withParts({ guards: { isHeard: () => true } })),
  },
  {
    name: 'the connection is not checked',
    law: 'gets on',
    site: line(changed('open.up.live', ({ after: _, ...config }) => config)),
  },
  {
    name: 'a message to support that waits is never sent',
    law: 'gets on',
    site: chat(childWith('chatBox', { actions: { startFirst: nothing } })),
  },
]
