import type { Backend } from './server.ts'

/** The pages of the simulated game providers, and the login to one of them: Moonreel, by username. */
export function gamePages({ app, call, credentials, form }: Backend) {
  const get = (path: string, cookie = '') => app.request(path, { headers: { Cookie: cookie } })
  /** The cookie that a page sets for itself. */
  const cookieOf = (response: Response) => response.headers.get('Set-Cookie')?.split(';')[0] ?? ''

  /** Requests a fresh link into the game. */
  async function link(token: string): Promise<string> {
    const { username } = await credentials(token, 'pg')
    const { body } = await call('autoLogin.user', { provider: 'pg', user: username }, { token })
    return String(body.link)
  }
  return {
    get,
    cookieOf,
    link,
    /** The cookie of a player who has opened the game. */
    enter: async (token: string) => cookieOf(await get(await link(token))),
    /** The page that a player with this cookie sees. */
    page: async (cookie: string) => (await get('/sandbox/game/pg', cookie)).text(),
    /** Posts a form of any game provider. */
    post: (code: string, act: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      form(`/game/${code}/${act}`, fields, headers),
    /** Places a bet that is won or lost, in baht. */
    bet: (cookie: string, outcome: string, amount: string, headers: Record<string, string> = {}) =>
      form('/game/pg/play', { outcome, amount }, { Cookie: cookie, ...headers }),
  }
}
