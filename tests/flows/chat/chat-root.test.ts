import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { chatNow, followChat } from '#src/actors/chat.ts'
import { wire } from '#src/api/request.ts'
import { fileUnder, previewOf } from '#src/lib/attachments.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { chatParts, playedSession } from '#tests/kit/chat-client.ts'
import { factsOf, picture } from '#tests/kit/samples/chat.ts'
import { fakeWindow } from '#tests/kit/window.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

const session = playedSession()
const told = vi.fn()
let leave = () => {}
beforeEach(() => {
  const own = { ...wire }
  wire.fetch = () => new Promise(() => {})
  fakeWindow()
  told.mockClear()
  leave = followChat(session.session, told)
  onTestFinished(() => {
    leave()
    clearToken()
    session.change()
    chatNow()?.stop()
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
})

const { say, items, box } = chatParts()

describe('the chat (R12)', () => {
  test('is one actor, keeps running on other screens, and is shown again', () => {
    const chat = chatNow()
    leave()
    session.change()
    expect([chatNow(), chat?.getSnapshot().status]).toEqual([chat, 'active'])
    leave = followChat(session.session, told)
    expect(chatNow()).toBe(chat)
  })

  test('ends with the login: the next login has its own chat, with nothing from the first', () => {
    storeToken('one-aaaa.1', false)
    session.change()
    const first = chatNow()
    say('secret')
    storeToken('two-bbbb.1', false)
    session.change()
    expect([first?.getSnapshot().status, chatNow() === first, items()]).toEqual(['stopped', false, []])
    expect(told).toHaveBeenCalled()
    storeToken('one-aaaa.2', false)
    session.change()
    expect(items().map(({ ref }) => ref.getSnapshot().context.item)).toEqual([{ type: 'text', message: 'secret' }])
  })

  test('restores the draft after a reload, but not for another login (R245)', () => {
    storeToken('one-aaaa.1', false)
    session.change()
    box().send({ type: 'draft.type', draft: 'secret' })
    chatNow()?.stop()
    session.change()
    expect(box().getSnapshot().context.draft).toBe('secret')
    clearToken()
    session.change()
    expect(box().getSnapshot().context.draft).toBe('')
    storeToken('one-aaaa.2', false)
    session.change()
    expect(box().getSnapshot().context.draft).toBe('')
  })

  test('does not start for the next login until it is opened', () => {
    leave()
    storeToken('one-aaaa.1', false)
    session.change()
    expect(chatNow()).toBeNull()
  })

  test('ends when the site is shut down, and sends nothing more', () => {
    const chat = chatNow()
    session.change(true)
    expect([chat?.getSnapshot().status, chatNow()]).toEqual(['stopped', null])
    session.change()
    expect(chatNow()).not.toBeNull()
  })

  test('releases its unsent files and their object URLs', () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    box().send({ type: 'box.attach', file: picture, facts: factsOf(picture) })
    const id = items()[0]?.clientId ?? ''
    const preview = previewOf(id)
    expect([fileUnder(id), preview]).toEqual([picture, expect.stringMatching(/^blob:/)])
    session.change(true)
    expect(fileUnder(id)).toBeUndefined()
    expect(revoke).toHaveBeenCalledWith(preview)
  })
})
