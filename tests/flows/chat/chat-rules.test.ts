import { describe, expect, test } from 'vitest'
import { attachmentProblem, CHAT_IMAGE_MOST, CHAT_VIDEO_MOST, conversationId, guestName } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'

type Message = Parameters<typeof contentOf>[0]
const button = { title: 'Deposit', payload: 'deposit' }

describe('what a message shows', () => {
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
  ])('R187–R193 a message of type %s', (message_type, parts, content) => {
    expect(contentOf({ message_type, ...parts } as Message)).toEqual(content)
  })

  test.each([
    ['text', {}],
    ['quick_replies', { payload: { message: 'No answers' }, payloads: [] }],
    ['quick_replies', { payloads: [button] }],
    ['generic', { payloads: [] }],
    ['media', { payload: { fileType: 'song' } }],
    ['sticker', { payload: { message: 'hi' } }],
  ])('R187–R193 one of type %s in another shape is unknown: %o', (message_type, parts) => {
    expect(contentOf({ message_type, ...parts } as Message)).toEqual({ type: 'unknown' })
  })
})

test('D-25 messages without an id are told apart by time, sender and what they show', () => {
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

test('D-23 a guest is called by the id before the signature', () => {
  expect(guestName('guest1.signature')).toBe('guest1')
})

describe('an attachment', () => {
  test.each([
    ['a picture of the largest size', 'a.png', 'image/png', CHAT_IMAGE_MOST, null],
    ['a picture larger by one byte', 'a.png', 'image/png', CHAT_IMAGE_MOST + 1, 10],
    ['a video of the largest size', 'a.mp4', 'video/mp4', CHAT_VIDEO_MOST, null],
    ['a video larger by one byte', 'a.mp4', 'video/mp4', CHAT_VIDEO_MOST + 1, 20],
    ['a name that ends otherwise', 'a.exe', 'image/png', 1, 'type'],
    ['another type', 'a.txt', 'text/plain', 1, 'type'],
    ['a type that every object has a part of this name for', 'a.png', 'constructor', 1, 'type'],
  ] as const)('R288–R291 %s', (_, name, type, size, problem) => {
    expect(attachmentProblem({ name, type, size })).toBe(problem)
  })
})
