import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { clearItem, keptDraft, keptItems, storeDraft, storeItem } from '#src/lib/chat-items.ts'
import { clearToken, storeToken, token } from '#src/lib/token.ts'
import { keptPicture, keptText } from '#tests/kit/samples/chat.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let session: Map<string, string>
beforeEach(() => {
  session = fakeWindow().session
  onTestFinished(() => {
    clearToken()
    vi.unstubAllGlobals()
  })
})

const text = (clientId: string) => ({ ...keptText, clientId })
const ids = () => keptItems().map(({ clientId }) => clientId)

test('unsent items are stored in the order in which they were written, and keep their position when they are updated (R245, R248)', () => {
  for (const id of ['a', 'b', 'c']) storeItem(text(id))
  const uploaded = { clientId: 'b', item: { ...keptPicture.item, filePath: '/chat-files/x.png' } }
  storeItem(uploaded as typeof keptPicture)
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(keptItems()[1]).toEqual(uploaded)
  clearItem('a')
  clearItem('nobody')
  expect(ids()).toEqual(['b', 'c'])
})

test('the tab’s storage is empty once all chat items are sent (R248)', () => {
  storeItem(text('a'))
  expect(session.size).toBe(1)
  clearItem('a')
  expect(session.size).toBe(0)
})

test('a member does not see the unsent chat items of another member or of a guest (R248)', () => {
  storeItem(text('guest'))
  storeToken('one-aaaa.1', false)
  expect(ids()).toEqual([])
  storeItem(text('one'))
  storeToken('two-bbbb.1', false)
  expect(ids()).toEqual([])
  storeToken('one-aaaa.2', false)
  expect(ids()).toEqual(['one'])
  clearToken()
  expect(ids()).toEqual(['guest'])
})

test("each user's draft is stored separately, and removed when it is empty (R245)", () => {
  storeDraft('guest', token())
  storeToken('one-aaaa.1', false)
  expect(keptDraft()).toBe('')
  storeDraft('one', token())
  clearToken()
  expect(keptDraft()).toBe('guest')
  storeDraft('', 'one-aaaa.1')
  storeDraft('', null)
  expect([keptDraft(), session.size]).toEqual(['', 0])
})

test.each(['', 'x', '{}', '[{"clientId":"a"}]', '[{"clientId":"a","item":{"type":"smell"}}]'])(
  'stored chat items are ignored if the storage contains %j (R248)',
  (nonsense) => {
    storeItem(text('a'))
    for (const name of session.keys()) session.set(name, nonsense)
    expect(keptItems()).toEqual([])
  },
)

test('a browser without storage causes no error, and stores no items (R248)', () => {
  fakeWindow({ isBlocked: true })
  storeItem(text('a'))
  expect(keptItems()).toEqual([])
})
