import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  attachmentProblem,
  CHAT_IMAGE_MOST,
  CHAT_VIDEO_MOST,
  Conversation,
  conversationId,
  guestName,
} from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'

type Message = Parameters<typeof contentOf>[0]
const button = { title: 'Deposit', payload: 'deposit' }

describe('the content of a message', () => {
  test.each([
    ['text', { payload: { message: 'hi' } }, { type: 'text', message: 'hi' }],
    ['postback', { payload: { message: 'hi' } }, { type: 'postback', message: 'hi' }],
    [
      'quick_replies',
      { payload: { message: 'What is it?' }, payloads: [button] },
      { type: 'quick_replies', message: 'What is it?', buttons: [button] },
    ],
    [
      'buttons',
      { payload: { message: 'What is it?' }, payloads: [button] },
      { type: 'buttons', message: 'What is it?', buttons: [button] },
    ],
    ['generic', { payloads: [{ title: 'Bonus' }] }, { type: 'generic', cards: [{ title: 'Bonus' }] }],
    ['media', { payload: { fileType: 'image' } }, { type: 'media', media: { fileType: 'image' } }],
    ['text', { payload: 'hi' }, { type: 'text', message: 'hi' }],
    ['postback', { payload: 'hi' }, { type: 'postback', message: 'hi' }],
    [
      'buttons',
      { payload: 'What is it?', payloads: button },
      { type: 'buttons', message: 'What is it?', buttons: [button] },
    ],
    [
      'quick_replies',
      { payload: 'What is it?', payloads: [{ type: 'web' }, null, { title: 'Deposit' }] },
      { type: 'quick_replies', message: 'What is it?', buttons: [{ title: 'Deposit', payload: 'Deposit' }] },
    ],
    [
      'generic',
      { payloads: [{ subtitle: 'No title' }, { title: 'Bonus', buttons: [5, button] }] },
      { type: 'generic', cards: [{ title: 'Bonus', buttons: [button] }] },
    ],
  ])('is parsed from a message of type %s (R187–R193)', (message_type, parts, content) => {
    expect(contentOf({ message_type, ...parts } as Message)).toEqual(content)
  })

  test.each([
    ['text', {}],
    ['quick_replies', { payload: { message: 'No answers' }, payloads: [] }],
    ['quick_replies', { payloads: [button] }],
    ['generic', { payloads: [] }],
    ['media', { payload: { fileType: 'song' } }],
    ['text', { payload: 5 }],
    ['buttons', { payload: 'No buttons', payloads: [{ type: 'web' }] }],
    ['sticker', { payload: { message: 'hi' } }],
  ])('is unknown if a message of type %s has an invalid shape: %o (R187–R193)', (message_type, parts) => {
    expect(contentOf({ message_type, ...parts } as Message)).toEqual({ type: 'unknown' })
  })
})

test('messages without an id are distinguished by time, sender and content (D-25)', () => {
  const said = (createdAt: string, sender: string, message: object) =>
    conversationId({ createdAt, sender, message } as Parameters<typeof conversationId>[0])
  const ids = [
    said('1', 'a', { payload: { message: 'x' } }),
    said('2', 'a', { payload: { message: 'x' } }),
    said('1', 'b', { payload: { message: 'x' } }),
    said('1', 'a', { payload: { message: 'y' } }),
    said('1', 'a', { payloads: [{ title: 'x' }] }),
    said('1', 'a', { payloads: [{ title: 'y' }] }),
  ]
  expect(new Set(ids).size).toBe(ids.length)
})

test("a player's message has the same id whatever format a backend returns it in (D-25)", () => {
  const createdAt = '2026-01-02T05:00:00.000Z'
  const id = (message: object, at: unknown = createdAt) =>
    conversationId(v.parse(Conversation, { sender: 'customer', createdAt: at, message }))
  const sent = id({ message_type: 'text', payload: { message: 'hi' }, deliver: 'sending' })
  expect(id({ message_type: 'text', payload: 'hi', deliver: 'succeed' })).toBe(sent)
  expect(id({ deliver: null, payload: { read: false, message: 'hi' }, message_type: 'text' })).toBe(sent)
  expect(id({ message_type: 'text', payload: 'hi' }, '2026-01-02T12:00:00+07:00')).toBe(sent)
  expect(id({ message_type: 'text', payload: 'hi' }, Date.parse(createdAt))).toBe(sent)
  expect(id({ message_type: 'text', payload: 'hi' }, '2026-01-02T05:00:00.987Z')).toBe(sent)
  expect(id({ message_type: 'text', payload: 'hi' }, '2026-01-02T05:00:01Z')).not.toBe(sent)
  const media = (payload: object) => id({ message_type: 'media', payload })
  const picture = media({ fileType: 'image', name: 'photo.png', filePath: '/x.png' })
  expect(media({ filePath: '/x.png', fileType: 'image', url: 'https://krapao.example/x.png' })).toBe(picture)
  expect(media({ filePath: '/y.png', fileType: 'image', name: 'photo.png' })).not.toBe(picture)
})

test('a message keeps a time string that cannot be parsed (R186)', () => {
  expect(v.parse(Conversation, { createdAt: 'yesterday' }).createdAt).toBe('yesterday')
  expect(v.parse(Conversation, { createdAt: {} }).createdAt).toBe('')
})

test('a guest’s name is the guest id without its signature (D-23)', () => {
  expect(guestName('guest1.signature')).toBe('guest1')
})

describe('an attachment', () => {
  test.each([
    ['a picture of the maximum size', 'a.png', 'image/png', CHAT_IMAGE_MOST, null],
    ['a picture that is one byte larger', 'a.png', 'image/png', CHAT_IMAGE_MOST + 1, 10],
    ['a video of the maximum size', 'a.mp4', 'video/mp4', CHAT_VIDEO_MOST, null],
    ['a video that is one byte larger', 'a.mp4', 'video/mp4', CHAT_VIDEO_MOST + 1, 20],
    ['a file with another extension', 'a.exe', 'image/png', 1, 'type'],
    ['a file of another type', 'a.txt', 'text/plain', 1, 'type'],
    ['a file whose type is the name of an object property', 'a.png', 'constructor', 1, 'type'],
  ] as const)('has the validation result "$4" if it is %s (R288–R291)', (_, name, type, size, problem) => {
    expect(attachmentProblem({ name, type, size })).toBe(problem)
  })
})
