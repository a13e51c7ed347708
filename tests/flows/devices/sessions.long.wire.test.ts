import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { passwordHeader } from '#contract/profile.ts'
import { newKey } from '#contract/random.ts'
import type { OpenSession } from '#contract/sessions.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PROCESSES, withProcesses } from '#tests/kit/chat-processes.ts'
import { until } from '#tests/kit/until.ts'

/** Sends a call to one process. */
async function send(base: string, name: CallName, input: Record<string, unknown> = {}, token = '', key = newKey()) {
  const { method, path } = calls[name]
  const reply = await fetch(base + path.replace(/:(\w+)/g, (_, part: string) => String(input[part] ?? 'any')), {
    method,
    headers: {
      ...{ 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json', 'Idempotency-Key': key },
      ...(token && { Authorization: `Bearer ${token}`, ...passwordHeader(DEMO_PASSWORD) }),
    },
    ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(input) }),
  })
  return { status: reply.status, body: await reply.json() }
}

const MEMBER = { username: DEMO.member.username, password: DEMO_PASSWORD }
const ENDED = { status: 401, body: { code: 'UNAUTHORIZED' } }
const MOVE = { from: 'WALLET', to: 'pg', amount: 1 }
/**
 * Every call that reads a token. The chat calls are also open to guests, but a caller whose session has ended does not
 * count as a guest.
 */
const tokenCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access !== 'anyone')

it(`within 1 s, each of ${PROCESSES} server processes refuses every call from an ended session, except a retry with a known idempotency key (R562)`, async () => {
  await withProcesses({ CHAT_BOT: '0' }, async (processes) => {
    const urls = processes.map(({ url }) => url)
    const [first = '', last = ''] = [urls[0], urls.at(-1)]
    const login = async (base: string): Promise<string> => (await send(base, 'account.login', MEMBER)).body.token
    let here = await login(first)
    type End = (there: string, id: string | undefined) => ReturnType<typeof send>
    const ends: Partial<Record<CallName, End>> = {
      'session.end': (_, id) => send(first, 'session.end', { id }, here),
      'session.endOthers': () => send(first, 'session.endOthers', {}, here),
      'account.logout': (there) => send(first, 'account.logout', {}, there),
      // last, because it changes the password that the other cases log in with
      'account.password': async () => {
        const passwords = { oldPassword: DEMO_PASSWORD, newPassword: 'another-one-1' }
        const reply = await send(first, 'account.password', passwords, here)
        here = reply.body.token
        return reply
      },
    }
    for (const [which, end] of Object.entries(ends)) {
      const there = await login(last)
      const moved = await send(last, 'wallet.transfer', MOVE, there, 'known')
      expect(moved.status).toBe(200)
      const sockets = urls.map((url) => io(url, { transports: ['websocket'], auth: { token: there }, forceNew: true }))
      await until(() => expect(sockets.map(({ connected }) => connected)).toEqual(urls.map(() => true)))
      const list: { sessions: OpenSession[] } = (await send(last, 'session.list', {}, there)).body
      const id = list.sessions.find(({ isCurrent }) => isCurrent)?.id
      expect((await end(there, id)).status, which).toBe(200)
      const endedAt = performance.now()
      for (const url of urls) expect(await send(url, 'account.profile', {}, there)).toMatchObject(ENDED)
      expect(performance.now() - endedAt).toBeLessThan(1_000)
      await until(() => expect(sockets.map(({ connected }) => connected)).toEqual(urls.map(() => false)))
      for (const socket of sockets) socket.close()
      for (const url of urls) {
        for (const name of tokenCalls)
          expect(await send(url, name, {}, there), `${name} at ${url}`).toMatchObject(ENDED)
        expect(await send(url, 'wallet.transfer', MOVE, there, 'known')).toEqual(moved)
      }
      expect((await send(last, 'account.profile', {}, here)).status).toBe(200)
    }
  })
}, 180_000)
