import { onTestFinished, vi } from 'vitest'
import { askSite, wire } from '#src/api/request.ts'
import { learnTime } from '#src/lib/clock.ts'
import { plainBackend } from '#tests/plain-backend/app.ts'
import type { Events } from '#tests/plain-backend/world.ts'
import { fakeWindow } from './window.ts'

type Request = { line: string; headers: Headers; body: unknown }
type Loss = 'request' | 'reply'

/** Puts the plain backend behind the wire, until the test ends: it recognises no repeated change. */
export function playPlainSite() {
  const { app, site } = plainBackend()
  const stores = fakeWindow()
  let token: string | null = null
  const requests: Request[] = []
  const losses = new Map<string, Loss>()
  const own = { ...wire }
  onTestFinished(() => {
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
  // files of a project share the page's modules, so the clock may be that of another test's server
  learnTime(new Date().toUTCString(), Date.now(), Date.now())

  Object.assign(wire, {
    token: () => token,
    site: askSite,
    report: () => {},
    fetch: async (url: string, init: RequestInit) => {
      const line = `${String(init.method).toUpperCase()} ${url}`
      const { body } = init
      requests.push({
        line,
        headers: new Headers(init.headers),
        body: typeof body === 'string' ? JSON.parse(body) : body,
      })
      const loss = losses.get(line)
      losses.delete(line)
      if (loss === 'request') throw new TypeError('Failed to fetch')
      const reply = await app.request(url, init)
      if (loss === 'reply') throw new TypeError('Failed to fetch')
      return reply
    },
  })
  /** Something happens outside the site. */
  async function happen<Name extends keyof Events>(name: Name, fields: Parameters<Events[Name]>[0]) {
    const reply = await app.request(`/world/${name}`, { method: 'POST', body: JSON.stringify(fields ?? {}) })
    if (!reply.ok) throw new Error((await reply.json()).message)
  }
  return {
    site,
    stores,
    happen,
    /** The requests that left, in order. */
    requests,
    /** Returns how many requests left, by verb and path. */
    count: (line: string) => requests.filter((each) => each.line === line).length,
    /** The next call of this line is answered with a fault of the plain backend. */
    spoil: (line: string, kind: string, times = 1) => happen('fault', { line, kind, times, ms: 0 }),
    /** The next request does not arrive, or its reply is lost. */
    lose: (line: string, what: Loss) => void losses.set(line, what),
    /** Signs a member in; returns false if the password is wrong. */
    async signIn(username = '0812345678', password = 'demo1234') {
      const reply = await app.request('/api/login', { method: 'POST', body: JSON.stringify({ username, password }) })
      token = reply.ok ? (await reply.json()).token : null
      return reply.ok
    },
  }
}
