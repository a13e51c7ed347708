import { siteReader, wire } from '#src/api/request.ts'
import { plainBackend } from '#tests/plain-backend/app.ts'
import type { Events } from '#tests/plain-backend/world.ts'

type Request = { line: string; headers: Headers; body: unknown }
type Loss = 'request' | 'reply'

/** Connects the wire to a new plain backend, which does not recognise repeated changes. `restore` disconnects it. */
export function plainWire() {
  const { app, site } = plainBackend()
  const requests: Request[] = []
  const losses = new Map<string, Loss>()
  const own = { ...wire }
  Object.assign(wire, {
    site: siteReader(),
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
  /**
   * Triggers an event outside the site, such as a payment, and returns its result.
   * Source: tests/plain-backend/world.ts.
   */
  async function happen<Name extends keyof Events>(name: Name, fields: Parameters<Events[Name]>[0]) {
    const reply = await app.request(`/world/${name}`, { method: 'POST', body: JSON.stringify(fields ?? {}) })
    const said = await reply.json()
    if (!reply.ok) throw new Error(said.message)
    return said.value
  }
  return {
    site,
    happen,
    restore: () => void Object.assign(wire, own),
    /** The requests that were sent, in order. */
    requests,
    /** Returns the verbs and paths of the requests that were sent, in order. */
    sent: () => requests.map(({ line }) => line),
    /** Returns how often a request with this verb and path was sent. */
    count: (line: string) => requests.filter((each) => each.line === line).length,
    /** Makes the plain backend answer the next `times` matching calls with the given fault. */
    spoil: (line: string, kind: string, times = 1) => happen('fault', { line, kind, times, ms: 0 }),
    /** Drops the next matching request, or its reply. */
    lose: (line: string, what: Loss) => void losses.set(line, what),
    /** Logs a member in and returns the token, or null if the password is wrong. */
    async tokenOf(username = '0812345678', password = 'demo1234'): Promise<string | null> {
      const reply = await app.request('/api/login', { method: 'POST', body: JSON.stringify({ username, password }) })
      return reply.ok ? (await reply.json()).token : null
    },
  }
}
