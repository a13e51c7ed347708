import { createEmptyActor } from 'xstate'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { keptPicture, keptText, sender, text, trace } from '#tests/kit/samples/chat.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

const fresh = { owner: createEmptyActor() as never, isKept: false, isLost: false }

export default defineModel({
  machine: chatMessageMachine,
  starts: {
    'the player writes a message': { ...keptText, ...fresh },
    'the player attaches a picture': { ...keptPicture, ...fresh },
    'the page is reloaded before a text message is sent': { ...keptText, ...fresh, isKept: true },
    'the page is reloaded after a text message was sent to a plain backend': {
      ...keptText,
      ...fresh,
      trace,
      isKept: true,
    },
    'the page is reloaded before a picture is uploaded': { ...keptPicture, ...fresh, isKept: true, isLost: true },
  },
  events: {
    'item.start': {
      'it is the message’s turn to be sent': { sender },
      'it is the message’s turn to be sent, on a plain backend': { sender, trace },
    },
    'item.unseen': { 'the history is loaded and does not contain the message': {} },
    'item.progress': { 'half of the picture is uploaded': { sent: 512, size: 1024 } },
    'item.resend': { 'the player resends the message': {} },
    'item.remove': { 'the player removes the message': {} },
    'item.arrived': { 'the history contains the message': { message: text(keptText.clientId, 0, 'customer') } },
  },
  calls: { upload: ['chat.uploadImage'] },
  outcomes: {
    upload: {
      done: { 'the picture is uploaded': { path: '/chat-files/x.png' } },
      error: {
        'refused: too many messages': refused('REQUEST_LIMIT'),
        'refused: the file is not a picture': refused('NO_DATA'),
        'no answer': noAnswer,
      },
    },
    'chat.send': {
      done: { 'support has received the message': { createdAt: '2026-01-02T05:00:00.000Z' } },
      error: { 'refused: too many messages': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  only: {
    // a path uses either a plain backend or a backend with idempotency keys throughout
    'item.start': ({ context: { key, trace } }, start) =>
      (key === '' && trace === undefined) || (trace === undefined) === (start.trace === undefined),
    'item.unseen': ({ context }) => context.trace !== undefined,
    // a message that was never sent cannot be in the history
    'item.arrived': ({ context: { item, isKept, key } }) =>
      key !== '' || (isKept && (item.type !== 'media' || item.filePath !== null)),
  },
  facts: ({ item, isLost, failure, key, uploadKey, trace }) => ({
    'file to upload': item.type === 'media' && item.filePath === null,
    'sent before': key !== '',
    'plain backend': trace !== undefined,
    'picture lost': isLost,
    failure: failure?.code ?? null,
    'upload begun': uploadKey !== null,
  }),
  stories: {
    'A plain backend does not answer, and the history does not contain the message': [
      'the player writes a message',
      'it is the message’s turn to be sent, on a plain backend',
      'chat.send fails: no answer',
      'the history is loaded and does not contain the message',
      'the history is loaded and does not contain the message',
      'the player resends the message',
    ],
    'A text message reaches support': [
      'the player writes a message',
      'it is the message’s turn to be sent',
      'chat.send answers: support has received the message',
    ],
  },
  cites: {
    waiting: 'R245',
    uploading_file: 'R197, R247',
    'item.progress': 'R374',
    upload: 'R374',
    sending: 'R197',
    'chat.send': 'R372, D-24',
    succeed: 'R197, R246',
    'failed.unanswered': 'R197',
    'unsure.once': 'R248',
    'unsure.again': 'R248',
    'item.unseen': 'R373',
    'failed.missing': 'R248',
    'failed.surely': 'R197',
    'item.resend': 'R248, D-24',
    'item.remove': 'R249',
    'item.arrived': 'D-24',
  },
})
