import { createEmptyActor, type SnapshotFrom } from 'xstate'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { defineModel } from '../kit/model.ts'
import { factsOf, KEPT, keptText, picture, text, who } from './fixtures/chat.ts'

const note = new File(['x'], 'note.txt', { type: 'text/plain' })
const arrived = text(KEPT, 0, 'customer')

type Seen = SnapshotFrom<typeof chatBoxMachine>
const isThere = ({ context: { items } }: Seen) => items.some(({ clientId }) => clientId === KEPT)
const isInQueue = ({ context: { queue } }: Seen) => queue.includes(KEPT)

export default defineModel({
  machine: chatBoxMachine,
  starts: {
    'the chat is on': { owner: createEmptyActor() as never, kept: [] },
    'the page is loaded again, a text was not sent': { owner: createEmptyActor() as never, kept: [keptText] },
  },
  events: {
    'draft.type': { 'the player writes': { text: 'สวัสดี' }, 'the player writes blanks': { text: '  ' } },
    'draft.submit': { 'the player sends it': {} },
    'box.answer': {
      'the player answers by a button': { item: { type: 'text', message: 'ฝากเงิน' } },
      'a button has nothing to say': { item: { type: 'text', message: ' ' } },
    },
    'box.attach': {
      'the player attaches a picture': { file: picture, facts: factsOf(picture) },
      'the player attaches a text': { file: note, facts: factsOf(note) },
    },
    'box.ready': { 'it is known who is speaking': { who } },
    'box.look': { 'the history grows': { messages: [arrived] } },
    'item.waits': { 'the text of before is sent again': { clientId: KEPT } },
    'item.stopped': { 'the text of before cannot be sent': { clientId: KEPT } },
    'item.removed': { 'the text of before is taken back': { clientId: KEPT } },
    'item.sent': { 'the text of before has arrived': { clientId: KEPT, message: arrived } },
  },
  only: {
    'item.waits': (seen) => isThere(seen) && !isInQueue(seen),
    'item.stopped': isInQueue,
    'item.removed': isThere,
    'item.sent': isThere,
  },
  facts: ({ draft, problem, items, queue }) => ({
    canSend: draft.trim() !== '',
    hasProblem: problem !== null,
    isKeptThere: items.some(({ clientId }) => clientId === KEPT),
    isKeptWaiting: queue.includes(KEPT),
  }),
})
