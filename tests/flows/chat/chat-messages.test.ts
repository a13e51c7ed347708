import { expect, test } from 'vitest'
import { CHAT_PAGE } from '#contract/chat.ts'
import { goesBeyond, idsOf, merge, notBefore, reachesBack } from '#machines/lib/chat-messages.ts'
import { page, text } from '#tests/kit/samples/chat.ts'

const ids = (messages: readonly { clientId?: string | null | undefined }[]) => messages.map(({ clientId }) => clientId)

test('merging sorts messages by time and removes duplicates (D-25, R246)', () => {
  const known = [...page.slice(5), text('c1', 30)]
  expect(ids(merge(known, page.slice(0, 7)))).toEqual([...ids(page), 'c1'])
  const missed = [text('m9', 9), text('m10', 10), text('m10', 10), text('m11', 11)]
  expect(ids(merge(known, missed))).toEqual([...ids(page.slice(5)), 'm10', 'm11', 'c1'])
  expect(ids(merge(page.slice(8), page.slice(0, 2)))).toEqual(['m0', 'm1', 'm8', 'm9'])
  expect(merge(known, [text('m9', 99)])).toBe(known)
})

test('merging keeps messages with the same time in their order of arrival (D-25)', () => {
  const same = ['b', 'a', 'c'].map((id) => text(id, 1))
  expect(ids(merge([], same))).toEqual(['b', 'a', 'c'])
})

test('merging keeps two messages with the same text and no id, even if both arrive again (D-25)', () => {
  const { clientId, ...same } = text('a', 1, 'customer')
  const both = merge([same], [same, same])
  expect(both).toHaveLength(2)
  expect(new Set(idsOf(both)).size).toBe(2)
  expect(merge(both, [same])).toBe(both)
  expect(merge(both, [same, same])).toBe(both)
})

test('notBefore drops messages older than the given message, and keeps messages with the same time (R537)', () => {
  const messages = [text('a', 0), text('b', 1), text('c', 2)]
  expect(ids(notBefore(text('d', 1), messages))).toEqual(['b', 'c'])
  expect(notBefore(undefined, messages)).toEqual(messages)
})

test('a page goes beyond a message if it contains an older message, or if it is the last page (R537)', () => {
  const newestFirst = page.toReversed()
  expect(goesBeyond(newestFirst, text('m1', 1))).toBe(true)
  expect(goesBeyond(newestFirst, text('m0', 0))).toBe(false)
  expect(goesBeyond(newestFirst.slice(1), text('m0', 0))).toBe(true)
})

test('a page leaves no gap if it contains the last known message or is not full, or if no message is known yet (R537)', () => {
  const newestFirst = page.toReversed()
  expect(page).toHaveLength(CHAT_PAGE)
  expect(reachesBack(newestFirst, 'm3')).toBe(true)
  expect(reachesBack(newestFirst, 'm-9')).toBe(false)
  expect(reachesBack(newestFirst.slice(1), 'm-9')).toBe(true)
  expect(reachesBack(newestFirst, null)).toBe(false)
  expect(reachesBack(newestFirst, undefined)).toBe(true)
})
