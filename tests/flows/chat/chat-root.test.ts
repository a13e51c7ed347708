import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { openChat } from '#src/actors/chat.ts'
import { sessionLogic } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { fileUnder, previewOf } from '#src/lib/attachments.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { chatParts } from '#tests/kit/chat-client.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { factsOf, picture } from '#tests/kit/samples/chat.ts'
import { fakeWindow } from '#tests/kit/window.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

let nextToken = ''
/** The product's session machine, with logins that always succeed. */
const logic = sessionLogic.provide({
  actors: {
    'account.login': fromPromise(async () => ({ kept: storeToken(nextToken, false) })),
  },
})
const newSession = (hasToken = false) => createActor(logic, { input: { hasToken, syncedAt: null } }).start()
let session: ReturnType<typeof newSession>
const chatNow = () => session.getSnapshot().context.chat
const { say, items, box } = chatParts(chatNow)
const written = () => items().map(({ ref }) => ref.getSnapshot().context.item)
const draft = () => box().getSnapshot().context.draft
const type = (text: string) => box().send({ type: 'draft.type', draft: text })

beforeEach(() => {
  const own = { ...wire }
  wire.fetch = async (url) => (url.endsWith('/lookup/active') ? Response.json(SITE) : new Promise(() => {}))
  fakeWindow()
  session = newSession()
  openChat(session)
  onTestFinished(() => {
    chatNow()?.stop()
    session.stop()
    clearToken()
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
})

/** Logs a member in and opens the chat. */
async function login(token: string) {
  nextToken = token
  session.send({ type: 'login.open', back: null })
  session.send({ type: 'login.submit', username: '1', password: 'p', remember: false })
  await waitFor(session, (s) => s.matches('member'))
  openChat(session)
}
/** Logs the member out, and opens the chat as a guest. */
function logout() {
  session.send({ type: 'session.logout' })
  openChat(session)
}

it('the chat keeps running while other pages are open (R12)', () => {
  const chat = chatNow()
  openChat(session)
  expect(chatNow()).toBe(chat)
  expect(chat?.getSnapshot().status).toBe('active')
})

it('the chat stops when the session ends, and the next user’s chat contains none of the old messages (R12)', async () => {
  await login('one-aaaa.1')
  const first = chatNow()
  say('secret')
  logout()
  expect(first?.getSnapshot().status).toBe('stopped')
  expect(written()).toEqual([])
  await login('two-bbbb.1')
  expect(written()).toEqual([])
})

it('the chat restores unsent messages and the draft after a reload (R245)', async () => {
  await login('one-aaaa.1')
  say('not sent')
  type('not finished')
  chatNow()?.stop()
  session = newSession(true)
  openChat(session)
  expect(written()).toEqual([{ type: 'text', message: 'not sent' }])
  expect(draft()).toBe('not finished')
})

it('the chat deletes the draft when a member logs in or out (R245)', async () => {
  type('by the guest')
  await login('one-aaaa.1')
  expect(draft()).toBe('')
  type('by the member')
  logout()
  expect(draft()).toBe('')
  await login('one-aaaa.2')
  expect(draft()).toBe('')
})

it('the chat stops when the site is shut down, and restores the draft when the site reopens (R386)', () => {
  type('not finished')
  const chat = chatNow()
  session.send({ type: 'wire.gone' })
  expect(chat?.getSnapshot().status).toBe('stopped')
  openChat(session)
  expect(chatNow()).toBeNull()
  session.send({ type: 'public.open' })
  openChat(session)
  expect(draft()).toBe('not finished')
})

it('the chat releases its unsent files and their object URLs when it stops (R197)', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  box().send({ type: 'box.attach', file: picture, facts: factsOf(picture) })
  const id = items()[0]?.clientId ?? ''
  const preview = previewOf(id)
  expect(fileUnder(id)).toBe(picture)
  expect(preview).toMatch(/^blob:/)
  session.send({ type: 'wire.gone' })
  expect(fileUnder(id)).toBeUndefined()
  expect(revoke).toHaveBeenCalledWith(preview)
})

it('a crash of the chat does not end the session', () => {
  const reported = vi.fn()
  chatNow()?.subscribe({ error: reported })
  chatNow()?.send({ type: 'history.grown' } as never)
  expect(reported).toHaveBeenCalledOnce()
  expect(session.getSnapshot().status).toBe('active')
})
