import { expect } from 'vitest'
import { verdictOf } from '#contract/failure.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { newKey } from '#contract/random.ts'
import type { OpenSession } from '#contract/sessions.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { cheapHash } from '#tests/kit/cheap-password.ts'
import type { Backend } from '#tests/kit/server.ts'
import { chance } from '../chance.ts'
import { end, isServed, type Login, nameOf } from './session-server.ts'

const STEPS = 14
/** How many logins a walk opens before it only repeats requests. */
const LOGINS = 4
/** Longer than the idle timeout of a login, in ms. */
const IDLE = 31 * 60_000

/** Runs one random walk on the model of a member's logins and on the real server. */
export async function sessionWalk(backend: Backend, seed: number) {
  const below = chance(seed)
  const username = `08${String(seed).padStart(8, '0')}`
  await backend.join({ username, password: cheapHash(DEMO_PASSWORD) })
  const logins: Login[] = []
  /** The logins on the real server. */
  const real: { token: string; id: string }[] = []
  const sessions = async (token: string) => {
    const { body } = await backend.call('session.list', {}, { token })
    return body.sessions as OpenSession[]
  }
  const login = async (key: string) => {
    const { body } = await backend.call('account.login', { username, password: DEMO_PASSWORD }, { key })
    const token = String(body.token)
    real.push({ token, id: (await sessions(token)).find(({ isCurrent }) => isCurrent)?.id ?? '' })
    logins.push({ isEnded: false })
  }
  const logout = async (place: number, key: string) => {
    const { status } = await backend.call('account.logout', {}, { token: real[place]?.token ?? '', key })
    expect(status, `seed ${seed}`).toBe(200)
    end(logins, nameOf(place))
  }
  const read = async (place: number, at: string) => {
    const { status, body } = await backend.call('wallet.get', {}, { token: real[place]?.token ?? '' })
    const verdict = verdictOf(body, { isError: status >= 400, isLogin: false })
    expect([status === 200, verdict], `${at}, ${nameOf(place)}`).toEqual(
      isServed(logins, nameOf(place)) ? [true, null] : [false, 'signedOut'],
    )
  }
  /** A login in another browser, from which the player ends other logins. */
  const elsewhere = async () => ({
    token: await backend.login(username),
    headers: { [PASSWORD_HEADER]: DEMO_PASSWORD },
  })
  const requests: (() => Promise<void>)[] = []
  for (let step = 0; step < STEPS; step++) {
    const at = `seed ${seed}, step ${step}`
    const place = below(Math.max(1, logins.length))
    const again = requests[below(requests.length + 1)]
    const what = below(12)
    const ask = async (send: (key: string) => Promise<void>) => {
      const key = newKey()
      const request = () => send(key)
      requests.push(request)
      await request()
    }
    if (logins.length === 0 || (what <= 2 && logins.length < LOGINS)) await ask(login)
    else if (what <= 4) await ask((key) => logout(place, key))
    else if (what === 5) {
      const { status } = await backend.call('session.end', { id: real[place]?.id ?? '' }, await elsewhere())
      expect(status, at).toBe(isServed(logins, nameOf(place)) ? 200 : 404)
      end(logins, nameOf(place))
    } else if (what === 6) {
      const { status } = await backend.call('session.endOthers', {}, await elsewhere())
      expect(status, at).toBe(200)
      for (const other of logins.keys()) end(logins, nameOf(other))
    } else if (what === 7) {
      backend.pass(IDLE)
      for (const other of logins.keys()) end(logins, nameOf(other))
    } else if (what === 8 && again) await again()
    else await read(place, at)
  }
  for (const place of logins.keys()) await read(place, `seed ${seed}, at the end`)
  const open = (await sessions(await backend.login(username))).map(({ id }) => id)
  expect(
    real.map(({ id }) => open.includes(id)),
    `seed ${seed}`,
  ).toEqual(logins.map(({ isEnded }) => !isEnded))
}
