import { beforeEach, describe, expect, it } from 'vitest'
import { type AnyActorLogic, type AnyActorRef, createActor, SimulatedClock, waitFor } from 'xstate'
import { AGREEMENT_DELAY } from '#contract/limits.ts'
import { SPEC_SETTINGS } from '#contract/settings.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { homeLogic } from '#src/actors/home.ts'
import { inviteLogic } from '#src/actors/invite.ts'
import { profileLogic } from '#src/actors/profile.ts'
import { refundLogic } from '#src/actors/refund.ts'
import { slipsLogic, statementLogic } from '#src/actors/statement.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

let plain: ReturnType<typeof playPlainSite>
let heard: ReturnType<typeof listener>
let clock: SimulatedClock

beforeEach(async () => {
  plain = playPlainSite()
  heard = listener()
  clock = new SimulatedClock()
  await plain.signIn()
})

const isQuiet = (actor: AnyActorRef) => waitFor(actor, (s) => !s.hasTag('busy'))
/**
 * Starts the machine of a screen. Returns the actor that reads the list: the child with the id `child`, or the machine
 * itself.
 */
async function open(logic: AnyActorLogic, child?: string): Promise<AnyActorRef> {
  const ref = heard.ref as never
  const input = { wallet: ref, toasts: ref, pending: null, rules: qrRules(SPEC_SETTINGS), seen: null }
  const pending = logic === (depositLogic as AnyActorLogic) ? pendingDeposits() : null
  const actor: AnyActorRef = createActor(logic, { input: { ...input, pending }, clock })
  actor.start()
  clock.increment(AGREEMENT_DELAY)
  const state = await isQuiet(actor)
  if (state.matches('banners')) actor.send({ type: 'banners.close' })
  await isQuiet(actor)
  const found: AnyActorRef | undefined = child === undefined ? actor : actor.getSnapshot().children[child]
  if (!found) throw new Error(`no ${child}`)
  await isQuiet(found)
  return found
}

const READS: [ids: string, line: string, logic: AnyActorLogic, child: string | undefined, retry: string][] = [
  ['R402', 'GET /api/lookup/deposit', depositLogic, undefined, 'ways.retry'],
  ['R403', 'POST /api/invite', inviteLogic, 'inviteList', 'page.retry'],
  ['R404', 'POST /api/refund', refundLogic, 'refundList', 'page.retry'],
  ['R406', 'GET /api/account/profile', profileLogic, undefined, 'lookup.retry'],
  ['R408', 'POST /api/statement', statementLogic, undefined, 'page.retry'],
  ['R409', 'POST /api/statement/slip', slipsLogic, 'slipList', 'page.retry'],
]

describe.each(['code:NO_DATA', 'code:ไม่พบข้อมูล', '500', 'badjson'])('a read that fails with %s', (kind) => {
  it.each(READS)(
    'does not show the player an error, and can be retried (%s, D-48: %s)',
    async (_, line, logic, child, retry) => {
      await plain.spoil(line, kind)
      const part = await open(logic, child)
      expect(part.getSnapshot().value).toBe('failed')
      expect(part.getSnapshot().context.failure ?? null).toBeNull()
      expect(heard.heard.filter(({ type }) => type === 'toast.show')).toEqual([])
      part.send({ type: retry })
      await isQuiet(part)
      expect(part.getSnapshot().value).not.toBe('failed')
    },
  )

  it('leaves the home page complete except for the agreement (R405, D-48, D-04)', async () => {
    await plain.spoil('GET /api/lookup/agreements', kind)
    const home = await open(homeLogic)
    await waitFor(home, (s) => !s.matches('asking'))
    expect(home.getSnapshot().value).toBe('settled')
    expect(plain.count('GET /api/lookup/agreements')).toBe(1)
    expect(heard.heard.filter(({ type }) => type === 'toast.show')).toEqual([])
  })
})
