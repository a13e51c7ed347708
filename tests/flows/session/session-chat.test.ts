import { describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { refused } from '#tests/kit/samples/failures.ts'
import { signed } from '#tests/kit/samples/passkeys.ts'
import { start } from '#tests/kit/start.ts'
import session from './session.model.ts'

const actions = ['clearStores', 'leaveToken', 'adoptToken', 'endSession']
const credentials = { username: '1', password: 'p', remember: false }

/** A chat that reports when it starts and stops. */
function newChat() {
  const [started, ended] = [vi.fn(), vi.fn()]
  const logic = fromCallback(() => {
    started()
    return ended
  })
  return { started, ended, open: { type: 'chat.open' as const, chat: createActor(logic) as never } }
}

/** Starts the session of a visitor or a member, and opens the chat. */
async function talking(hasToken = false) {
  const app = await start(session, { hasToken, syncedAt: null }, { actions })
  const chat = newChat()
  await app.send(chat.open)
  return { ...app, ...chat }
}
type Talking = Awaited<ReturnType<typeof talking>>

it.each([false, true])('the session starts the chat that a page opens (member: %s) (R12)', async (isMember) => {
  const app = await talking(isMember)
  expect(app.started).toHaveBeenCalledOnce()
  expect(app.now().context.chat).toBe(app.open.chat)
})

it('the session keeps its running chat when another page opens the chat (R12)', async () => {
  const app = await talking()
  const second = newChat()
  await app.send(second.open)
  expect(app.now().context.chat).toBe(app.open.chat)
  expect(app.started).toHaveBeenCalledOnce()
  expect(second.started).not.toHaveBeenCalled()
})

it('the session keeps the chat while a visitor opens the login page, fails to log in, and leaves the page (R12)', async () => {
  const app = await talking()
  await app.send({ type: 'login.open', back: null }, { type: 'login.submit', ...credentials })
  await app.fail('account.login', refused('WRONG_CREDENTIAL'))
  await app.send({ type: 'public.open' })
  expect(app.ended).not.toHaveBeenCalled()
  expect(app.now().context.chat).toBe(app.open.chat)
})

/** Logs a visitor in. `isAsked`: whether the site status has arrived before the login is sent. */
const login =
  (isAsked: boolean) =>
  async ({ send, answer }: Talking) => {
    await send({ type: 'login.open', back: null })
    if (isAsked) await answer('lookup.active', {})
    await send({ type: 'login.submit', ...credentials })
    await answer('account.login', { kept: 'browser' })
  }

describe('a session’s chat ends (R12)', () => {
  it.each<[string, boolean, (app: Talking) => Promise<void>]>([
    ['a visitor logs in', false, login(true)],
    ['a visitor logs in before the site has answered', false, login(false)],
    [
      'a visitor logs in with a passkey',
      false,
      async ({ send, answer }) => {
        await send({ type: 'login.open', back: null }, { type: 'login.passkey', answer: signed })
        await answer('account.passkey', { kept: 'browser' })
      },
    ],
    ['another tab logs in', false, ({ send }) => send({ type: 'tab.signedIn' })],
    [
      'another tab logs in while the login is open',
      false,
      ({ send }) => send({ type: 'login.open', back: null }, { type: 'tab.signedIn' }),
    ],
    ['a visitor learns that the site is shut down', false, ({ send }) => send({ type: 'wire.gone' })],
    ['the member logs out', true, ({ send }) => send({ type: 'session.logout' })],
    ['the member opens a public page', true, ({ send }) => send({ type: 'public.open' })],
    ['the member opens the login', true, ({ send }) => send({ type: 'login.open', back: null })],
    [
      "the member's session has ended",
      true,
      ({ send }) => send({ type: 'wire.signedOut', failure: refused('EXPIRED_AUTH_TOKEN') }),
    ],
    ['another tab logs out', true, ({ send }) => send({ type: 'tab.signedOut' })],
    ['a member learns that the site is shut down', true, ({ send }) => send({ type: 'wire.gone' })],
  ])('when %s', async (_, isMember, happen) => {
    const app = await talking(isMember)
    await happen(app)
    expect(app.ended).toHaveBeenCalledOnce()
    expect(app.now().context.chat).toBeNull()
  })

  it('when the tab whose login this tab has adopted logs out', async () => {
    const app = await talking()
    const second = newChat()
    await app.send({ type: 'tab.signedIn' }, second.open, { type: 'tab.signedOut' })
    expect(second.started).toHaveBeenCalledOnce()
    expect(second.ended).toHaveBeenCalledOnce()
    expect(app.now().context.chat).toBeNull()
  })

  it('after the user’s stored data is cleared, so that the next chat has the right user', async () => {
    const app = await talking(true)
    app.ended.mockImplementation(() => void app.done.push('ended'))
    await app.send({ type: 'session.logout' })
    expect(app.done).toEqual(['clearStores', 'ended'])
  })
})

it('the session opens a new chat for the next user (R12)', async () => {
  const app = await talking(true)
  const second = newChat()
  await app.send({ type: 'session.logout' }, second.open)
  expect(second.started).toHaveBeenCalledOnce()
  expect(app.now().context.chat).toBe(second.open.chat)
})

it('the session does not open a chat while the site is shut down (R386)', async () => {
  const app = await talking()
  const second = newChat()
  await app.send({ type: 'wire.gone' }, second.open)
  expect(second.started).not.toHaveBeenCalled()
  expect(app.now().context.chat).toBeNull()
})
