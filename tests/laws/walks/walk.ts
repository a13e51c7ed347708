import type * as v from 'valibot'
import { expect } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { cheapHash } from '#tests/kit/cheap-password.ts'
import type { Backend, Reply } from '#tests/kit/server.ts'
import { type Chance, chance, fromOwn } from '../chance.ts'
import { answersTo, arrive } from '../server.ts'
import type { Change, Request, World } from '../world.ts'

const STEPS = 8

/** The member of one random walk. A new member has no money, games or rewards. */
export type Member = { backend: Backend; seed: number; below: Chance; id: string; username: string; token: string }

/**
 * One of the two changes of a walk. `alone` and `after` are the codes with which the server refuses the change before
 * and after it has made the other one, or null if it makes the change. `record` is what the server then stores about
 * the change, or null if the records do not show it. `gain` is the effect on the main wallet, in baht.
 */
export type Planned<I> = { input: I; alone: string | null; after: string | null; record: string | null; gain: number }

/** A change that the server makes. `refusals` are the codes of the cases in which it refuses the change. */
export const made = <I>(
  input: I,
  record: string | null,
  gain = 0,
  refusals: Partial<Pick<Planned<I>, 'alone' | 'after'>> = {},
): Planned<I> => ({ input, record, gain, alone: null, after: null, ...refusals })

/** A change that the server always refuses. */
export const refused = <I>(input: I, alone: string, after = alone): Planned<I> => made(input, null, 0, { alone, after })

/** `records` reads from the database what the server has stored about the changes. */
type Plan<I> = { changes: readonly [Planned<I>, Planned<I>]; records: () => Promise<readonly string[]> }

/**
 * The changes that a random walk makes. `plan` prepares the member and chooses two changes. `as` is the username of an
 * existing member; without it, each walk has a new one. `headers` are sent with each request.
 */
type Subject<N extends CallName> = {
  call: N
  as?: string
  headers?: Record<string, string>
  plan: (member: Member) => Promise<Plan<v.InferInput<Calls[N]['input']>>>
}

/**
 * Runs one random walk on the model of the server and on the real server. Compares each reply, and at the end how often
 * each change was made. Returns the model's words for the answers.
 */
export type ChangeWalk = (backend: Backend, seed: number) => Promise<string[]>

/** Returns the name that the laws use for the reply, or the error code if the server has looked at the change. */
const seen = ({ status, body }: Reply): string =>
  ({ 200: 'done', 401: 'signedOut', 410: 'gone' })[status] ?? String(body.code)

const unmade = (): Change => ({ isSent: true, made: 0, stored: 'none', told: 0, isExtra: false })

/** Returns the walk of a subject. */
export const walkOf =
  <N extends CallName>({ call, as, headers, plan }: Subject<N>): ChangeWalk =>
  async (backend, seed) => {
    const below = chance(seed)
    const username = as ?? `05${String(seed).padStart(8, '0')}`
    const member = as
      ? { id: await backend.idOf(as), token: await backend.login(as) }
      : await backend.join({ username, password: cheapHash(DEMO_PASSWORD) })
    const { changes, records } = await plan({ ...member, backend, seed, below, username })
    const keys = changes.map(newKey)
    const world: World = {
      ...{ tabs: [], requests: [], changes: changes.map(unmade), confirms: 0, ends: 0, closings: 0, days: 0 },
      ...{ isSignedIn: true, isOpen: true },
    }
    const own = { headers: { ...fromOwn(seed), ...headers } }
    let { token } = member
    let ended: string | null = null
    const wallet = async () => (await backend.money(token))[WALLET] ?? 0
    const [balance, stored] = [await wallet(), await records()]
    const replies: Reply[] = []
    const codes: (string | null)[] = []
    const answered: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const at = `seed ${seed}, step ${step}`
      const what = below(6)
      if (what === 0) {
        if (!world.isOpen) continue
        const { status } = await backend.call('account.logout', {}, { token, ...own })
        expect(status, at).toBe(200)
        ended = token
        token = await backend.login(username)
      } else if (what === 1) {
        world.isOpen = !world.isOpen
        await backend.turn('terminated', !world.isOpen)
      } else {
        const change = below(2)
        const { input, alone, after } = changes[change] as (typeof changes)[number]
        const isOtherMade = world.changes.some((each, other) => other !== change && each.made > 0)
        const code = isOtherMade ? after : alone
        const isOld = ended !== null && below(2) === 0
        // a call for anyone needs no login
        const hasLogin = !isOld || calls[call].access === 'anyone'
        const request: Request = { tab: 0, call: 0, change, hasLogin, arrivals: 0, reply: 'none', waits: true }
        const answers = answersTo(world, request, { refusals: ['refused'], faults: new Set() })
        const answer = answers.find(
          ({ makes, reply }) => answers.length === 1 || (code === null ? makes : reply === 'refused'),
        )
        if (!answer) throw new Error('the model has no answer')
        arrive(world, request, answer)
        if (answer.stores) codes[change] = code
        answered.push(answer.words)
        const sent = { token: (isOld && ended) || token, key: keys[change] as string }
        const reply = await backend.call(call, input, { ...sent, ...own })
        expect(seen(reply), `${at}: ${answer.words}`).toBe(answer.reply === 'refused' ? codes[change] : answer.reply)
        if (world.changes[change]?.stored === answer.reply) {
          replies[change] ??= reply
          expect(reply, at).toEqual(replies[change])
        }
      }
    }
    if (!world.isOpen) await backend.turn('terminated', false)
    const times = world.changes.map((each) => each.made)
    const added = changes.flatMap(({ record }, change) => (record === null ? [] : Array(times[change]).fill(record)))
    const gained = changes.reduce((sum, { gain }, change) => sum + gain * (times[change] ?? 0), 0)
    expect([...(await records())].sort(), `seed ${seed}`).toEqual([...stored, ...added].sort())
    expect(await wallet(), `seed ${seed}`).toBe(balance + gained)
    return answered
  }
