import type { Backend } from './server.ts'

/** The pages of the simulated game providers. Only the Moonreel game can be opened here, with a login by username. */
export function gamePages({ app, call, credentials, form }: Backend) {
  const get = (path: string, cookie = '') => app.request(path, { headers: { Cookie: cookie } })
  /** Returns the cookie that a response sets. */
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
    /** Opens the game as the player with this token, and returns the cookie that the game sets. */
    enter: async (token: string) => cookieOf(await get(await link(token))),
    /** The page that a player with this cookie sees. */
    page: async (cookie: string) => (await get('/sandbox/game/pg', cookie)).text(),
    /** Posts a form of the given game provider. */
    post: (code: string, act: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      form(`/game/${code}/${act}`, fields, headers),
    /** Places a bet of `amount` baht with the given outcome. */
    bet: (cookie: string, outcome: string, amount: string, headers: Record<string, string> = {}) =>
      form('/game/pg/play', { outcome, amount }, { Cookie: cookie, ...headers }),
  }
}
