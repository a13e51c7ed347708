import { describe, expect, it } from 'vitest'
import { type AnyActorRef, createActor, fromPromise, getNextSnapshot, SimulatedClock } from 'xstate'
import type { Attempt, Outcome } from '#machines/lib/attempt.ts'
import { refusalIn } from '#machines/lib/attempt-owner.ts'
import attempt from '#tests/flows/attempt/attempt.model.ts'
import { inputOf, type Model, type Path, type Step } from '#tests/kit/model.ts'
import { loadModel, stems } from '#tests/kit/models.ts'
import { Fakes, happen, settle } from '#tests/kit/run.ts'
import { MOVED, ONCE, REPEATABLE } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const models = await Promise.all(stems.map(async (stem) => [stem, await loadModel(stem)] as const))
const owners = models.filter(([, { config }]) => 'attempt' in config.machine.implementations.actors)

type Pending = Attempt<unknown> | null

/**
 * Runs a path with a real attempt in the machine. Returns every call that the attempt sent, in order, with its cause.
 */
async function callsOf(model: Model, path: Path) {
  const [fakes, outside] = [new Fakes(), new Fakes()]
  let terms = REPEATABLE
  const prepare = fromPromise(async () => terms)
  const clock = new SimulatedClock()
  const machine = fakes.provide(model, { attempt: outside.provide(attempt, { terms: prepare }) })
  const actor = createActor(machine, { input: inputOf(path), clock })
  const sent: { by: 'confirm' | 'check'; call: Attempt<unknown>; pending: Pending }[] = []
  const note = async (by: 'confirm' | 'check', step: () => void) => {
    const before = outside.calls.length
    step()
    await settle()
    const calls = outside.calls.slice(before).filter(({ id }) => id === 'call')
    expect(calls.length, 'calls started by one step').toBeLessThanOrEqual(1)
    const { pending } = actor.getSnapshot().context as { pending: Pending }
    for (const { input } of calls) sent.push({ by, call: input as Attempt<unknown>, pending })
  }
  /**
   * Lets the pending call go unanswered once and has the player check again, unless that would change the state of the
   * model. Returns the call that is then pending.
   */
  const checked = async (child: AnyActorRef) => {
    const now = actor.getSnapshot()
    const isSame = model.key(getNextSnapshot(machine, now, { type: 'attempt.unknown' })) === model.key(now)
    const isUnknown = () => child.getSnapshot().value === 'unknown'
    if (isSame && !isUnknown()) await note('confirm', () => outside.take('call').reject(noAnswer))
    if (isUnknown()) await note('check', () => child.send({ type: 'attempt.check' }))
    return outside.take('call')
  }
  /**
   * Simulates a backend that no longer recognises repeated requests. Nothing is resent, and the player is shown the
   * outcome instead.
   */
  const see = async (child: AnyActorRef) => {
    if (child.getSnapshot().value !== 'unknown') await note('confirm', () => outside.take('call').reject(noAnswer))
    terms = ONCE
    await note('check', () => child.send({ type: 'attempt.check' }))
    terms = REPEATABLE
    await note('confirm', () => outside.take('look').resolve(MOVED))
    await note('confirm', () => child.send({ type: 'attempt.seen' }))
  }
  const perform = async (step: Step) => {
    const { attempt: child } = actor.getSnapshot().children as { attempt?: AnyActorRef }
    const { event } = step
    if (event.type === 'xstate.init') return note('confirm', () => actor.start())
    if (!child || !/^attempt\.unknown$|^xstate\.done\.actor\.attempt$/.test(event.type))
      return note('confirm', () => happen(step, actor, fakes, clock, machine))
    const { output: outcome } = event as unknown as { output: Outcome<unknown> }
    if (outcome?.status === 'seen') return see(child)
    const call = await checked(child)
    if (event.type === 'attempt.unknown') return note('confirm', () => call.reject(noAnswer))
    return note('confirm', () =>
      outcome.status === 'done' ? call.resolve(outcome.reply) : call.reject(refusalIn(outcome)),
    )
  }
  for (const step of path) {
    await perform(step)
    expect(model.key(actor.getSnapshot()), `after "${step.words}"`).toBe(model.key(step.state))
  }
  actor.stop()
  return sent
}

it('these tests cover every machine that runs an attempt', () => {
  expect(owners.map(([stem]) => stem)).toEqual([
    ...['bank-transfer', 'bonus', 'coupons', 'game-account', 'gift-link', 'invite-bonus'],
    ...['promotion', 'refund', 'spin', 'transfer', 'withdraw'],
  ])
})

describe.each(owners)('the %s machine', (_, model) => {
  it('sends each confirmed change with a new idempotency key, and repeats the same call for a check (R385)', async () => {
    let checks = 0
    for (const path of model.paths()) {
      const keys: string[] = []
      let last: Attempt<unknown> | undefined
      for (const { by, call, pending } of await callsOf(model, path)) {
        expect(call.key).toMatch(/^[0-9a-f-]{36}$/)
        expect(call, 'what was confirmed').toEqual({ key: pending?.key, input: pending?.input })
        const isRepeat = last && (by === 'check' || pending?.isInDoubt)
        if (isRepeat) expect(call, 'what is asked for again').toEqual(last)
        else expect(keys, 'keys that were used before').not.toContain(call.key)
        if (by === 'check') checks += 1
        keys.push(call.key)
        last = call
      }
    }
    expect(checks, 'checks on all paths').toBeGreaterThan(0)
  })
})
