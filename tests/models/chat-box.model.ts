import { createEmptyActor, type SnapshotFrom } from 'xstate'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { defineModel } from '../kit/model.ts'
import { factsOf, KEPT, KEPT_TOO, keptText, keptTextToo, picture, text, who } from './fixtures/chat.ts'

const note = new File(['x'], 'note.txt', { type: 'text/plain' })
const arrived = text(KEPT, 0, 'customer')

type Seen = SnapshotFrom<typeof chatBoxMachine>
const isThere = ({ context: { items } }: Seen, id = KEPT) => items.some(({ clientId }) => clientId === id)
const isInQueue = ({ context: { queue } }: Seen) => queue.includes(KEPT)

export default defineModel({
  machine: chatBoxMachine,
  starts: {
    'the chat is on': { owner: createEmptyActor() as never, kept: [], draft: '' },
    'the page is loaded again, a text was not sent': {
      owner: createEmptyActor() as never,
      kept: [keptText],
      draft: '',
    },
    'the page is loaded again, two texts were not sent and one not finished': {
      owner: createEmptyActor() as never,
      kept: [keptText, keptTextToo],
      draft: 'และ',
    },
  },
  events: {
    'draft.type': { 'the player writes': { text: 'สวัสดี' }, 'the player writes blanks': { text: '  ' } },
    'draft.submit': { 'the player sends it': {} },
    'box.answer': {
      'the player answers by a button': { item: { type: 'text', message: 'ฝากเงิน' } },
      'a button has nothing to say': { item: { type: 'text', message: ' ' } },
    },
    'box.resend': { 'the player sends again all that failed': {} },
    'box.attach': {
      'the player attaches a picture': { file: picture, facts: factsOf(picture) },
      'the player attaches a text': { file: note, facts: factsOf(note) },
    },
    'box.ready': { 'it is known who is speaking': { who } },
    'box.look': { 'the history grows': { messages: [arrived] } },
    'item.waits': { 'the text of before is sent again': { clientId: KEPT } },
    'item.stopped': {
      'the text of before cannot be sent': { clientId: KEPT, isHopeless: false },
      'the other text of before cannot be sent': { clientId: KEPT_TOO, isHopeless: false },
    },
    'item.removed': { 'the text of before is taken back': { clientId: KEPT } },
    'item.sent': { 'the text of before has arrived': { clientId: KEPT, message: arrived } },
  },
  only: {
    'item.waits': (seen) => isThere(seen) && !isInQueue(seen),
    'item.stopped': (seen, { clientId }) => isThere(seen, clientId) && !seen.context.stopped.includes(clientId),
    'item.removed': (seen) => isThere(seen),
    'item.sent': (seen) => isThere(seen),
  },
  facts: ({ draft, problem, items, queue, stopped }) => ({
    canSend: draft.trim() !== '',
    hasProblem: problem !== null,
    isKeptThere: items.some(({ clientId }) => clientId === KEPT),
    isKeptWaiting: queue.includes(KEPT),
    isKeptStopped: stopped.includes(KEPT),
    isOtherStopped: stopped.includes(KEPT_TOO),
  }),
  cites: {
    'draft.submit': 'R245, R285, R286, R287',
    'box.answer': 'R195, R286',
    'the player attaches a picture': 'R245, R247, R288, R290',
    'the player attaches a text': 'R288',
    'box.look': 'R246, D-24',
    'item.waits': 'R248',
    'box.resend': 'R248',
    'item.removed': 'R249',
    'item.sent': 'R246',
  },
})
