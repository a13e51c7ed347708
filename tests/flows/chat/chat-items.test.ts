import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dropItem, keepDraft, keepItem, keptDraft, keptItems } from '#src/lib/chat-items.ts'
import { dropToken, keepToken, token } from '#src/lib/token.ts'
import { keptPicture, keptText } from '#tests/kit/samples/chat.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let session: Map<string, string>
beforeEach(() => {
  session = fakeWindow().session
  onTestFinished(() => {
    dropToken()
    vi.unstubAllGlobals()
  })
})

const text = (clientId: string) => ({ ...keptText, clientId })
const ids = () => keptItems().map(({ clientId }) => clientId)

test('stores unsent items in the order of writing; a changed one keeps its place (R245, R248)', () => {
  for (const id of ['a', 'b', 'c']) keepItem(text(id))
  const uploaded = { clientId: 'b', item: { ...keptPicture.item, filePath: '/chat-files/x.png' } }
  keepItem(uploaded as typeof keptPicture)
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(keptItems()[1]).toEqual(uploaded)
  dropItem('a')
  dropItem('nobody')
  expect(ids()).toEqual(['b', 'c'])
})

test('stores nothing once everything is sent (R248)', () => {
  keepItem(text('a'))
  expect(session.size).toBe(1)
  dropItem('a')
  expect(session.size).toBe(0)
})

test('a member sees no items of another member or of the guest (R248)', () => {
  keepItem(text('guest'))
  keepToken('one-aaaa.1', false)
  expect(ids()).toEqual([])
  keepItem(text('one'))
  keepToken('two-bbbb.1', false)
  expect(ids()).toEqual([])
  keepToken('one-aaaa.2', false)
  expect(ids()).toEqual(['one'])
  dropToken()
  expect(ids()).toEqual(['guest'])
})

test("stores each user's own draft, and removes an empty one (R245)", () => {
  keepDraft('guest', token())
  keepToken('one-aaaa.1', false)
  expect(keptDraft()).toBe('')
  keepDraft('one', token())
  dropToken()
  expect(keptDraft()).toBe('guest')
  keepDraft('', 'one-aaaa.1')
  keepDraft('', null)
  expect([keptDraft(), session.size]).toEqual(['', 0])
})

test.each(['', 'x', '{}', '[{"clientId":"a"}]', '[{"clientId":"a","item":{"type":"smell"}}]'])(
  'treats %j in the store as empty (R248)',
  (nonsense) => {
    keepItem(text('a'))
    for (const name of session.keys()) session.set(name, nonsense)
    expect(keptItems()).toEqual([])
  },
)

test('works in a browser without storage (R248)', () => {
  fakeWindow({ isBlocked: true })
  keepItem(text('a'))
  expect(keptItems()).toEqual([])
})
