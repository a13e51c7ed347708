import { createEmptyActor, type SnapshotFrom } from 'xstate'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { factsOf, KEPT, KEPT_TOO, keptText, keptTextToo, picture, text, trace, who } from '#tests/kit/samples/chat.ts'

const note = new File(['x'], 'note.txt', { type: 'text/plain' })
const arrived = text(KEPT, 0, 'customer')

type Seen = SnapshotFrom<typeof chatBoxMachine>
const isThere = ({ context: { items } }: Seen, id: string) => items.some(({ clientId }) => clientId === id)
const isWaiting = ({ context: { queue } }: Seen, id: string) => queue.includes(id)
const isStopped = ({ context: { stopped } }: Seen, id: string) => stopped.includes(id)
/**
 * Whether an unsent message has reported that it could not be sent. That report is always the message's first event.
 */
const hasTold = (seen: Seen, id: string) => !isThere(seen, id) || isWaiting(seen, id) || isStopped(seen, id)
const haveTold = (seen: Seen) => hasTold(seen, KEPT) && hasTold(seen, KEPT_TOO)
/**
 * Whether a message can report now that it was not sent. First reports arrive in the order in which the messages were
 * written. A later report can arrive only while the message is queued.
 */
const canStop = (seen: Seen, id: string) =>
  hasTold(seen, id) ? seen.matches('ready') && isWaiting(seen, id) : id === KEPT || hasTold(seen, KEPT)

/** The draft with which the player asks support about an error. */
export const ABOUT = '“ไม่พบบัญชีธนาคาร กรุณาติดต่อแอดมิน (อ้างอิง 4f1c20ab)”\n'

export default defineModel({
  machine: chatBoxMachine,
  starts: {
    'the chat is available': { owner: createEmptyActor() as never, kept: [], draft: '' },
    'the page is reloaded with two unsent messages and a draft': {
      owner: createEmptyActor() as never,
      kept: [keptText, keptTextToo],
      draft: 'และ',
    },
  },
  events: {
    'draft.type': { 'the player types a message': { draft: 'สวัสดี' }, 'the player types only spaces': { draft: '  ' } },
    'draft.begin': { 'the player asks support about an error': { draft: ABOUT } },
    'draft.submit': { 'the player sends the message': {} },
    'box.answer': {
      'the player presses a quick reply': { item: { type: 'text', message: 'ฝากเงิน' } },
      'the player presses a quick reply whose text is blank': { item: { type: 'text', message: ' ' } },
    },
    'box.resend': { 'the player resends all failed messages': {} },
    'box.attach': {
      'the player attaches a picture': { file: picture, facts: factsOf(picture) },
      'the player attaches a text file': { file: note, facts: factsOf(note) },
    },
    'box.ready': { 'the current user is identified': { who } },
    'box.look': { 'new messages appear in the history': { messages: [arrived] } },
    'item.traced': { 'the first unsent message is sent to a plain backend': { out: { ...keptText, trace } } },
    'item.waits': { 'the first unsent message is resent': { clientId: KEPT } },
    'item.stopped': {
      'the first unsent message cannot be sent': { clientId: KEPT, isHopeless: false },
      'the second unsent message cannot be sent': { clientId: KEPT_TOO, isHopeless: false },
    },
    'item.removed': { 'the first unsent message is removed': { clientId: KEPT } },
    'item.sent': { 'the first unsent message is delivered': { clientId: KEPT, message: arrived } },
  },
  only: {
    'draft.type': haveTold,
    'draft.begin': haveTold,
    'draft.submit': haveTold,
    'box.answer': haveTold,
    'box.resend': haveTold,
    'box.attach': haveTold,
    'box.ready': haveTold,
    'box.look': (seen) => seen.matches('ready') && haveTold(seen),
    'item.traced': (seen) => seen.matches('ready') && haveTold(seen) && isWaiting(seen, KEPT),
    'item.waits': (seen) => haveTold(seen) && isStopped(seen, KEPT),
    'item.stopped': (seen, { clientId }) => canStop(seen, clientId),
    'item.removed': (seen) => haveTold(seen) && isThere(seen, KEPT),
    'item.sent': (seen) => seen.matches('ready') && isThere(seen, KEPT),
  },
  facts: ({ draft, problem, items, queue, stopped, traced }) => ({
    'message written': draft.trim() !== '',
    'error quoted in the draft': draft.includes(ABOUT),
    'file rejected': problem !== null,
    'unsent messages': items.map(({ clientId }) => clientId).filter((id) => id === KEPT || id === KEPT_TOO),
    'sent without a key': traced.length > 0,
    'first message waiting': queue.includes(KEPT),
    'several messages failed': stopped.length > 1,
    'first message failed': stopped.includes(KEPT),
    'second message failed': stopped.includes(KEPT_TOO),
  }),
  stories: {
    'The player writes to support': [
      'the chat is available',
      'the current user is identified',
      'the player types a message',
      'the player sends the message',
    ],
    'The player contacts support about an error, and its text is appended to the draft': [
      'the chat is available',
      'the player asks support about an error',
      'the current user is identified',
      'the player sends the message',
    ],
  },
  cites: {
    'draft.begin': 'R584',
    'draft.submit': 'R245, R285, R286, R287',
    'box.answer': 'R195, R286',
    'the player attaches a picture': 'R245, R247, R288, R290',
    'the player attaches a text file': 'R288',
    'box.look': 'R246, D-24',
    'item.traced': 'D-25',
    'item.waits': 'R248',
    'box.resend': 'R248',
    'item.removed': 'R249',
    'item.sent': 'R246',
  },
})
