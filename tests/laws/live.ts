import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  StateMachine,
} from 'xstate'
import { DAY } from '#contract/limits.ts'
import { inspection } from '#src/inspect/attach.ts'
import { watch } from '#src/inspect/hub.ts'
import type { Message as Logged } from '#src/inspect/receiver/world.ts'
import { stepEntry } from '#tests/kit/inspector-log.ts'
import { where } from '#tests/kit/states.ts'
import { type Message, STORING } from './actors.ts'
import { type Composition, compositions } from './compositions.ts'
import type { Replay, Story } from './story.ts'
import { inTab, NOW, type Page, type Step, type Stored, steadyBytes } from './tab.ts'

/** The time between two moves in the log, in ms. */
const BETWEEN = 1000

/** A clock that never advances, because the story itself contains each elapsed delay as a move. */
const clock = { setTimeout: () => 0, clearTimeout: () => {} }

/**
 * The machine with only the actions that decide what happens next, as in the checker. Its calls never finish by
 * themselves, because the story determines the answers.
 */
function isolated(machine: AnyStateMachine): AnyStateMachine {
  const { actors, actions } = machine.implementations
  const isKept = (name: string, action: unknown) =>
    STORING.has(name) || (typeof action === 'function' && 'resolve' in action)
  const isolatedActor = (logic: AnyActorLogic) =>
    logic instanceof StateMachine ? isolated(logic as AnyStateMachine) : fromCallback(() => {})
  return machine.provide({
    actors: Object.fromEntries(
      Object.entries(actors as Record<string, AnyActorLogic>).map(([src, logic]) => [src, isolatedActor(logic)]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, isKept(name, action) ? action : () => {}]),
    ),
  })
}

const childrenOf = (ref: AnyActorRef): Record<string, AnyActorRef | undefined> => ref.getSnapshot().children ?? {}

/** A tab with live actors. */
class LiveTab {
  stored: Stored = {}
  readonly #page: Page
  readonly #machine: AnyStateMachine
  readonly #name: string
  readonly #bytes: (length: number) => Uint8Array
  #root: AnyActorRef | null = null

  constructor(page: Page, name: string, bytes: (length: number) => Uint8Array) {
    this.#page = page
    this.#machine = isolated(page.machine)
    this.#name = name
    this.#bytes = bytes
  }

  /** Repeats a step of the checker at the given time. */
  take({ messages }: Step, now: number) {
    this.stored = inTab(this.stored, this.#bytes, now, () => {
      if (messages) for (const message of messages) this.#send(message)
      else this.#open()
    })
  }

  /** The state of each running machine, by address. */
  states(): Record<string, string> {
    const found: Record<string, string> = {}
    const add = (address: string, ref: AnyActorRef) => {
      const snapshot = ref.getSnapshot() as AnyMachineSnapshot
      if (!('_nodes' in snapshot) || (ref._parent && snapshot.status !== 'active')) return
      found[address] = where(snapshot)
      for (const [id, child] of Object.entries(childrenOf(ref))) if (child) add(`${address}/${id}`, child)
    }
    if (this.#root) add(this.#page.name, this.#root)
    return found
  }

  close() {
    this.#root?.stop()
  }

  #open() {
    this.close()
    const options = { id: this.#name, input: this.#page.input(), inspect: watch, clock }
    this.#root = createActor(this.#machine, options).start()
  }

  #send({ address, event }: Message) {
    const [, ...ids] = address.split('/')
    const ref = ids.reduce<AnyActorRef | null | undefined>((from, id) => from && childrenOf(from)[id], this.#root)
    if (ref?.getSnapshot().status === 'active') ref.send(event)
  }
}

/** Throws if a live machine is in a different state than in the checker. */
function compare(live: Record<string, string>, checked: Readonly<Record<string, string>>, words: string) {
  for (const address of new Set([...Object.keys(checked), ...Object.keys(live)]))
    if (live[address] !== checked[address])
      throw new Error(`after "${words}", ${address} is live in ${live[address]}, not in ${checked[address]}`)
}

/**
 * Repeats a replayed story on live machines. Returns the log that the product would send to its inspector, without
 * secrets, so that the inspector can open it. Each move appears as an event of the app.
 *
 * Throws if a machine reaches a different state than in the checker.
 */
export function toLog({ composition }: Story, { opened, moves }: Replay): Logged[] {
  const log: Logged[] = []
  const { start, stop } = inspection(
    (message) => log.push(message as Logged),
    () => () => {},
  )
  const bytes = steadyBytes()
  const { page } = (compositions[composition] as Composition).flow
  const nameOf = (tab: number) => (opened.length > 1 ? `${page.name} (tab ${tab + 1})` : page.name)
  const tabs = opened.map((_, tab) => new LiveTab(page, nameOf(tab), bytes))
  const take = (steps: readonly (readonly Step[])[], now: number) => {
    for (const [at, tab] of tabs.entries()) for (const step of steps[at] ?? []) tab.take(step, now)
  }
  try {
    inTab({}, bytes, NOW, start)
    take(opened, NOW)
    let passed = 0
    for (const [at, { words, move, states, steps }] of moves.entries()) {
      if (move.type === 'days pass') passed += move.days * DAY
      const now = NOW + passed + (at + 1) * BETWEEN
      log.push(stepEntry(at + 1, words, now))
      if (move.type === 'duplicate') Object.assign(tabs[move.as] ?? {}, { stored: tabs[move.tab]?.stored })
      take(steps, now)
      for (const [tab, expected] of states.entries()) compare(tabs[tab]?.states() ?? {}, expected, words)
    }
  } finally {
    stop()
    for (const tab of tabs) tab.close()
  }
  return log
}
