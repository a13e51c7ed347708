import { act, render } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { expect } from 'vitest'
import {
  type ActorRefFrom,
  type AnyActor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type EventObject,
  type InspectionEvent,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate'
import { deadButtons } from './dead.ts'
import { Invariants } from './invariants.ts'
import type { EventOf, Model, Path, Step } from './model.ts'
import { Fakes, happen, settle } from './run.ts'
import { pressSilent, type Sight, sight, wantedSight } from './screen.ts'
import { leavesOf, nameOf } from './states.ts'

type OwnEvent<M extends AnyStateMachine> = Exclude<EventFromLogic<M>['type'], `xstate.${string}`>
type Way<M extends AnyStateMachine, E> = (event: E, snapshot: SnapshotFrom<M>) => Promise<void>
/** The ways in which a player does a thing, used in turn; `when`: only then the screen offers it. */
type Deed<M extends AnyStateMachine, E> = { ways: Way<M, E>[]; when?: (snapshot: SnapshotFrom<M>, event: E) => boolean }
/** How a real child is led to say a thing, by what it says. */
type Lead = Record<string, (child: AnyActorRef, said: unknown) => Promise<void>>
/** A child that stays real; `bring` leads it to each of its answers, an object by its `status`, `tell` to each event that it sends its owner. */
type Child = { logic: AnyActorLogic; bring?: Lead; tell?: Lead }

/** How a machine is driven by its real screen. */
export type Options<M extends AnyStateMachine> = {
  view: (actor: ActorRefFrom<M>) => ReactNode
  /** What a player does, and what comes from elsewhere ('outside'). */
  act: { [T in OwnEvent<M>]: Deed<M, EventOf<M, T>> | 'outside' }
  /** What each state shows; `texts` are looked for in all of them, each state names those it shows. */
  look: Record<string, (snapshot: SnapshotFrom<M>) => Sight | Promise<Sight>>
  texts?: readonly string[]
  children?: Record<string, Child>
  /** Actions that do nothing, because the path itself says what becomes of them. */
  mute?: readonly string[]
  /** Events by which a player asks for a result that is not known: they send the same key again. */
  retries?: readonly string[]
  /** More that holds after every step. */
  check?: (actor: ActorRefFrom<M>, fakes: Fakes) => void
}

/** One walk through the machine by its screen, in StrictMode, with its outside played by the path. */
export class Walk<M extends AnyStateMachine> {
  readonly #fakes = new Fakes()
  readonly #clock = new SimulatedClock()
  readonly #sent: EventObject[] = []
  readonly #errors: unknown[] = []
  readonly #model: Model<M>
  readonly #options: Options<M>
  readonly #turns: Map<string, number>
  readonly #watch: Invariants
  readonly #machine: AnyStateMachine

  constructor(model: Model<M>, options: Options<M>, turns: Map<string, number>) {
    const real = Object.entries(options.children ?? {}).map(([id, { logic }]) => [id, logic])
    this.#model = model
    this.#options = options
    this.#turns = turns
    this.#watch = new Invariants(options.retries ?? [])
    const muted = (options.mute ?? []).map((name) => [name, () => {}])
    this.#machine = this.#fakes.provide(model, Object.fromEntries(real)).provide({ actions: Object.fromEntries(muted) })
  }

  async run(path: Path) {
    const input = (path[0]?.event as { input?: unknown } | undefined)?.input
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

  /** Goes the way, then presses every button that looks alive: what it sends must be heard. */
  async probe(path: Path) {
    expect(await deadButtons(await this.run(path))).toEqual([])
  }

  #hear = (event: InspectionEvent) => {
    if (event.type === '@xstate.event' && !event.sourceRef && !event.event.type.startsWith('xstate.'))
      this.#sent.push(event.event)
  }

  async #begin(actor: AnyActor) {
    actor.start()
    await act(async () => {
      render(<StrictMode>{this.#options.view(actor as ActorRefFrom<M>)}</StrictMode>)
      await settle()
    })
  }

  async #perform(step: Step, actor: AnyActor) {
    const { event } = step
    for (const [id, { bring, tell }] of Object.entries(this.#options.children ?? {})) {
      const isDone = event.type === `xstate.done.actor.${id}`
      const lead = isDone ? bring?.[answerIn(event as EventObject & Answer)] : tell?.[event.type]
      if (lead) return lead(actor.getSnapshot().children[id], (event as EventObject & Answer).output)
    }
    const deed = Object.entries<Deed<M, never> | 'outside'>(this.#options.act).find(
      ([type]) => type === event.type,
    )?.[1]
    if (deed && deed !== 'outside') return this.#play(deed, event, actor)
    if (!deed && !event.type.startsWith('xstate.')) throw new Error(`nobody says who does ${event.type}`)
    await act(async () => {
      happen(step, actor, this.#fakes, this.#clock, this.#machine)
      await settle()
    })
  }

  /** The player does it by the screen, which must send just that event; what the guard forbids is tried in every way. */
  async #play({ ways, when }: Deed<M, never>, event: EventObject, actor: AnyActor) {
    const snapshot: AnyMachineSnapshot = actor.getSnapshot()
    const seen = snapshot as SnapshotFrom<M>
    this.#sent.length = 0
    if (when && !when(seen, event as never)) {
      for (const way of ways) await way(event as never, seen).catch(() => {})
      expect(this.#sent, 'sent although the screen should not offer it').toEqual([])
      return act(async () => actor.send(event as never))
    }
    if (!snapshot.can(event as never)) {
      for (const way of ways) await way(event as never, seen)
      return expect(this.#sent.filter((sent) => !typing(sent)).every(({ type }) => type === event.type)).toBe(true)
    }
    const turn = this.#turns.get(event.type) ?? 0
    this.#turns.set(event.type, turn + 1)
    await ways[turn % ways.length]?.(event as never, seen)
    const deeds = this.#sent.filter((sent, at) => !typing(sent) || (typing(event) && at === this.#sent.length - 1))
    expect(deeds, 'what the screen has sent').toEqual([event])
  }

  async #compare(step: Step, actor: AnyActor) {
    const { look, texts = [], check } = this.#options
    const snapshot: AnyMachineSnapshot = actor.getSnapshot()
    expect(this.#model.key(snapshot)).toBe(this.#model.key(step.state))
    for (const node of leavesOf(snapshot)) {
      const wanted = await look[nameOf(node)]?.(snapshot as SnapshotFrom<M>)
      if (!wanted) throw new Error(`nobody says what ${nameOf(node)} shows`)
      expect(sight(texts), `the screen in ${nameOf(node)}`).toEqual(wantedSight(wanted))
    }
    this.#watch.check(step.event, actor, this.#fakes)
    check?.(actor as ActorRefFrom<M>, this.#fakes)
    this.#sent.length = 0
    const { length } = this.#fakes.calls
    await pressSilent()
    expect([this.#sent, this.#fakes.calls.length], 'sent by what is busy or off').toEqual([[], length])
    expect(this.#errors).toEqual([])
  }
}

type Answer = { output?: { status?: string } | string }
const answerIn = ({ output }: Answer) => String(typeof output === 'object' ? output.status : output)

/** Typing sends an event with every character. */
const typing = ({ type }: EventObject) => type.endsWith('.type')
