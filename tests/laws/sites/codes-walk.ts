import { asc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { newKey } from '#contract/random.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members, otps } from '#server/core/schema/members.ts'
import { type Backend, NEWCOMER, type Reply } from '#tests/kit/server.ts'
import { chance, fromOwn } from '../chance.ts'
import type { Reply as Answer, Asked, Served } from '../site.ts'
import { type Memory, serveOnce } from '../stored.ts'
import { expired, latest, NOTHING, OTHER, over, RIGHT, type State, serverOf, tokenOf } from './codes-server.ts'

const STEPS = 20
const BOUNDS = { tabs: 2, requests: 1, arrivals: 1, uses: 5, tries: 5 }
const MINUTE = 60_000
const PASSWORD = 'new-password-1'

/** A request that both the model and the real server have received. `send`: sends it to the real server again. */
type Sent = {
  asked: Asked
  serve: (state: State, asked: Asked) => readonly Served<State>[]
  send: () => Promise<Reply>
}

/** The calls for a registration with this phone. */
const registration = (backend: Backend, phone: string) => {
  const newcomer = { ...NEWCOMER, username: phone, bankAccountNo: phone }
  return {
    ...({ send: 'otp.send', verify: 'otp.verify' } as const),
    use: (sent: object) => backend.call('account.create', newcomer, sent),
    check: (sent: object) => {
      const { bankCode: _, bankAccountName: __, bankAccountNo: ___, ...profile } = newcomer
      return backend.call('account.validate', profile, sent)
    },
    made: () => backend.db.$count(members, eq(members.username, phone)),
  }
}
/** The calls with which a member sets a new password. */
const recovery = (backend: Backend, phone: string, memberId: string) => ({
  ...({ send: 'recover.send', verify: 'recover.verify' } as const),
  use: (sent: object) => backend.call('recover.password', { phoneNumber: phone, password: PASSWORD }, sent),
  check: null,
  made: async () => {
    const events = await backend.db.select().from(auditLog).where(eq(auditLog.memberId, memberId))
    return events.filter(({ kind }) => kind === 'recovered').length
  },
})

/** Runs one random walk on the model of codes from text messages and on the real server. */
export async function codesWalk(backend: Backend, seed: number) {
  const below = chance(seed)
  const isNew = below(2) === 0
  const phone = `06${String(seed).padStart(8, '0')}`
  const real = isNew
    ? registration(backend, phone)
    : recovery(backend, phone, (await backend.join({ username: phone })).id)
  const model = serverOf(isNew ? 'register' : 'recover', BOUNDS)
  let memory: Memory<State> = { state: NOTHING, known: [] }
  /** The codes that the real server has sent. */
  const sent: { token: string; code: string }[] = []
  /** For each of two tabs, the name of the token that the tab has stored. */
  const notes = ['', '']
  const seen = ({ status, body }: Reply) => {
    const { otpToken, code } = body
    if (status !== 200 || !otpToken) return code ?? 'done'
    const found = sent.findIndex(({ token }) => token === otpToken)
    return tokenOf(found < 0 ? sent.length : found)
  }
  const told = ({ failure, output }: Answer) => {
    const { code, otpToken } = (failure ?? output) as { code?: string; otpToken?: string }
    return otpToken ?? code ?? 'done'
  }
  const requests: Sent[] = []
  const luck = 1 + below(8)
  /** In half of the walks, the player tries the newest code many times. */
  const isPatient = below(2) === 0
  /**
   * In minutes: the time since the walk began, and the longest possible time since the phone was blocked or verified.
   */
  let [spent, since] = [0, 0]
  const wait = (minutes: number) => {
    backend.pass(minutes * MINUTE)
    spent += minutes
    since += minutes
  }
  for (let step = 0; step < STEPS; step++) {
    const at = `seed ${seed}, step ${step}`
    const { state } = memory
    const { codes } = state
    const request = async ({ asked, serve, send }: Sent) => {
      const [served] = serveOnce(memory, asked, serve)
      if (!served) throw new Error('the model has no answer')
      const reply = await send()
      expect(seen(reply), `${at}: ${served.reply.words}`).toBe(told(served.reply))
      if (served.state.codes.length > codes.length) {
        const code = /#(\d{6})$/.exec((await backend.texts(phone))[0] ?? '')?.[1] ?? ''
        sent.push({ token: String(reply.body.otpToken), code })
        // a phone can get only one code per minute
        wait(1)
      }
      memory = served
    }
    const key = newKey()
    const tab = below(2)
    const code = isPatient ? latest(state) : below(codes.length + 1)
    const note = notes[tab] as string
    const headers = () => {
      const held = sent.find((_, place) => tokenOf(place) === note)
      return { ...fromOwn(seed), ...(held && { [OTP_HEADER]: held.token }) }
    }
    const ask = async (input: Record<string, unknown>, serve: Sent['serve'], send: Sent['send'], isRead = false) => {
      const one = { asked: { note, input, key: isRead ? null : key, isRepeat: false }, serve, send }
      requests.push(one)
      await request(one)
    }
    const options = { headers: headers(), key }
    const again = requests[below(requests.length + 1)]
    const what = below(12)
    const mayWait = !isPatient || below(4) === 0
    if (codes.length === 0 || (what <= 2 && mayWait))
      await ask(
        {},
        (before, asked) => model.send(before, asked, BOUNDS),
        () => backend.call(real.send, { phoneNumber: phone }, options),
      )
    else if (what <= 6 && sent[code]) {
      const isRight = below(luck) === 0
      const { token: otpToken, code: right } = sent[code]
      const otpCode = isRight ? right : String((Number(right) + 1) % 1_000_000).padStart(6, '0')
      const name = tokenOf(code)
      notes[tab] = name
      await ask({ otpToken: name, otpCode: isRight ? RIGHT : OTHER }, model.verify, () =>
        backend.call(real.verify, { otpToken, otpCode }, options),
      )
    } else if (what === 7) await ask({}, model.use, () => real.use(options))
    else if (what === 8 && real.check) await ask({}, model.check, () => real.check(options), true)
    else if (what === 9 && again) await request(again)
    else if (what === 10 && mayWait && since + 5 < 15 && codes.at(-1)?.age === 'valid') {
      wait(5)
      memory = { ...memory, state: expired(state) }
    } else if (what === 11 && mayWait && spent + 15 < 40 && codes.length > 0) {
      wait(15)
      since = 0
      memory = { ...memory, state: over(state) }
    }
  }
  const rows = await backend.db.select().from(otps).where(eq(otps.phone, phone)).orderBy(asc(otps.sentAt))
  expect(
    rows.map(({ tries, verifiedAt, isUsed, isCurrent }) => [tries, verifiedAt !== null, isUsed, isCurrent]),
    `seed ${seed}`,
  ).toEqual(
    memory.state.codes.map(({ wrong, isVerified, isEnded }, at) => [
      ...[wrong, isVerified, isEnded, at === latest(memory.state)],
    ]),
  )
  expect(await real.made(), `seed ${seed}`).toBe(memory.state.codes.reduce((sum, { used }) => sum + used, 0))
}
