import { act, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect } from 'vitest'
import {
  type ActorRefFrom,
  type AnyActor,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate'
import { deadButtons } from './dead.ts'
import { type Deed, type Driver, deedOf, leadChild, lookOf, played, textsOf } from './driver.ts'
import { Invariants } from './invariants.ts'
import { inputOf, type Path, type Step } from './model.ts'
import { outOfTabOrder, withoutUsername, wrongFillings } from './reach.ts'
import { Fakes, happen, settle } from './run.ts'
import { pressSilent, readable, sight, wantedSight } from './screen.ts'
import { arrivalOf, type SeenLog, SeenPath } from './seen.ts'
import { leavesOf, nameOf } from './states.ts'

/** An additional check after every step. */
export type Check<M extends AnyStateMachine> = (actor: ActorRefFrom<M>, fakes: Fakes) => void

/** Runs one path through its machine's screen, in StrictMode. The replies to calls are steps of the path. */
export class ViewPathRunner<M extends AnyStateMachine> {
  readonly #fakes = new Fakes()
  readonly #clock = new SimulatedClock()
  readonly #sent: EventObject[] = []
  readonly #errors: unknown[] = []
  readonly #driver: Driver<M>
  readonly #check: Check<M> | undefined
  readonly #turns: Map<string, number>
  readonly #seen: SeenLog
  readonly #path = new SeenPath()
  readonly #watch: Invariants
  readonly #machine: AnyStateMachine

  constructor(driver: Driver<M>, turns: Map<string, number>, seen: SeenLog, check?: Check<M>) {
    this.#driver = driver
    this.#check = check
    this.#turns = turns
    this.#seen = seen
    this.#watch = new Invariants(driver)
    this.#machine = played(driver, this.#fakes)
  }

  async run(path: Path) {
    const input = inputOf(path)
    const actor = createActor(this.#machine, { input, clock: this.#clock, inspect: this.#hear })
    actor.subscribe({ error: (error: unknown) => this.#errors.push(error) })
    for (const [at, step] of path.entries())
      try {
        if (step.event.type === 'xstate.init') await this.#begin(actor)
        else await this.#perform(step, actor)
        await act(settle)
        await this.#compare(step, actor)
      } catch (error) {
        const way = path.slice(0, at + 1).map(({ words }, place) => `${place + 1}. ${words}`)
        if (error instanceof Error) error.message = `${error.message}\n\nafter\n${way.join('\n')}`
        throw error
      }
    return actor
  }

  /** Follows the path, presses every enabled button and expects the machine to handle the button's event. */
  async probe(path: Path) {
    expect(await deadButtons(await this.run(path))).toEqual([])
  }

  #note(step: Step, texts: string[]) {
    const arrival = arrivalOf(this.#driver.model, step)
    this.#seen.add(arrival, texts, this.#path.add(arrival.state, texts))
  }

  #hear = (event: InspectionEvent) => {
    if (event.type === '@xstate.event' && !event.sourceRef && !event.event.type.startsWith('xstate.'))
      this.#sent.push(event.event)
  }

  async #begin(actor: AnyActor) {
    actor.start()
    await act(async () => {
      render(<StrictMode>{this.#driver.view(actor as ActorRefFrom<M>)}</StrictMode>)
      await settle()
    })
  }

  async #perform(step: Step, actor: AnyActor) {
    const { event } = step
    if (await leadChild(this.#driver, event, actor)) return
    const deed = deedOf(this.#driver, event)
    if (deed && deed !== 'outside') return this.#play(deed, event, actor)
    if (!deed && !event.type.startsWith('xstate.')) throw new Error(`nobody says who does ${event.type}`)
    await act(async () => {
      happen(step, actor, this.#fakes, this.#clock, this.#machine)
      await settle()
    })
  }

  /**
   * Triggers the event on the screen as the player does, and expects the screen to send exactly this event. If a guard
   * forbids the event, tries every way of triggering it.
   */
  async #play({ ways, when }: Deed<M, EventObject>, event: EventObject, actor: AnyActor) {
    const snapshot: AnyMachineSnapshot = actor.getSnapshot()
    const seen = snapshot as SnapshotFrom<M>
    this.#sent.length = 0
    if (when && !when(seen, event)) {
      for (const way of ways) await way(event, seen).catch(() => {})
      expect(this.#sent, 'sent although the screen should not offer it').toEqual([])
      return act(async () => actor.send(event as never))
    }
    if (!snapshot.can(event as never)) {
      for (const way of ways) await way(event, seen)
      return expect(this.#sent.filter((sent) => !typing(sent)).every(({ type }) => type === event.type)).toBe(true)
    }
    const turn = this.#turns.get(event.type) ?? 0
    this.#turns.set(event.type, turn + 1)
    await ways[turn % ways.length]?.(event, seen)
    const deeds = this.#sent.filter((sent, at) => !typing(sent) || (typing(event) && at === this.#sent.length - 1))
    expect(deeds, 'what the screen has sent').toEqual([event])
  }

  async #compare(step: Step, actor: AnyActor) {
    const { model } = this.#driver
    const snapshot: AnyMachineSnapshot = actor.getSnapshot()
    const texts = textsOf(this.#driver, snapshot as SnapshotFrom<M>)
    expect(model.key(snapshot)).toBe(model.key(step.state))
    for (const node of leavesOf(snapshot)) {
      const wanted = await lookOf(this.#driver, nameOf(node))?.(snapshot as SnapshotFrom<M>)
      if (!wanted) throw new Error(`nobody says what ${nameOf(node)} shows`)
      expect(sight(texts), `the screen in ${nameOf(node)}`).toEqual(wantedSight(wanted))
    }
    this.#note(step, readable(texts))
    expect(outOfTabOrder(), 'out of the tab order').toEqual([])
    expect(wrongFillings(this.#machine.id), 'another keyboard or autofill').toEqual([])
    expect(withoutUsername(), 'new passwords without their account').toEqual([])
    this.#watch.check(step.event, actor, this.#fakes)
    this.#check?.(actor as ActorRefFrom<M>, this.#fakes)
    this.#sent.length = 0
    const { length } = this.#fakes.calls
    await pressSilent()
    expect([this.#sent, this.#fakes.calls.length], 'sent by what is busy or off').toEqual([[], length])
    expect(this.#errors).toEqual([])
  }
}

/** True for a typing event, which is sent for every character. */
const typing = ({ type }: EventObject) => type.endsWith('.type')
