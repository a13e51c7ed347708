import { expect } from 'vitest'
import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate'
import { calls } from '#contract/calls.ts'
import th from '#locales/th.json'
import { childChanges, type Driver, isRetry } from './driver.ts'
import type { FakeCall, Fakes } from './run.ts'
import { CODE, PASSWORD } from './samples/register.ts'
import { controls, nameOf, words } from './screen.ts'
import { where } from './states.ts'

const RAW = new RegExp(`\\b(${Object.keys(th).join('|')})\\.[a-zA-Z]|\\{\\{|\\bundefined\\b|\\bNaN\\b`)
/**
 * Matches the passwords, codes and tokens of the models, which only a call may carry. The token next to a code's
 * reference is not a secret, because it is useless without the code.
 */
const SECRETS = new RegExp(`${PASSWORD}|\\b${CODE}\\b|"password":|(?<!"ref":"[^"]*",)"token":`, 'i')

/** The contexts of an actor and all its descendants, as text. */
function contexts(actor: AnyActorRef): string {
  const snapshot = actor.getSnapshot() as Partial<AnyMachineSnapshot>
  const below = Object.values(snapshot.children ?? {}).map((child) => (child ? contexts(child as AnyActorRef) : ''))
  return [JSON.stringify(snapshot.context ?? null), ...below].join('\n')
}

const CHANGES = new Set(Object.entries(calls).flatMap(([name, { kind }]) => (kind === 'change' ? [name] : [])))

/** Checks the invariants of all machines after every step of a path. */
export class Invariants {
  readonly #driver: Pick<Driver, 'children' | 'retries' | 'model'>
  readonly #keys = new Map<string, string[]>()
  #seen = 0
  #seenOfChildren: number
  /** The names of the states before the step. */
  #before: string[] = []

  constructor(driver: Pick<Driver, 'children' | 'retries' | 'model'>) {
    this.#driver = driver
    this.#seenOfChildren = childChanges(driver).length
  }

  check(event: EventObject, actor: AnyActorRef, fakes: Fakes) {
    this.#money(event, fakes)
    this.#before = where(actor.getSnapshot()).split(' + ')
    expect(contexts(actor)).not.toMatch(SECRETS)
    expect(document.querySelectorAll('[role=alertdialog]').length).toBeLessThanOrEqual(1)
    const busy = controls().filter((button) => button.matches('[aria-busy=true]'))
    expect(new Set(busy.map(nameOf)).size, 'busy buttons of one name').toBe(busy.length)
    expect(words()).not.toMatch(RAW)
  }

  /** Returns the changes that the machine and its real children have started since the last step. */
  #newChanges(fakes: Fakes): FakeCall[] {
    const { calls: asks = {} } = this.#driver.model.config
    const isChange = (id: string) => (asks[id] ?? [id]).some((name) => CHANGES.has(name))
    const own = fakes.calls.slice(this.#seen).filter(({ id }) => isChange(id))
    const ofChildren = childChanges(this.#driver).slice(this.#seenOfChildren)
    this.#seen = fakes.calls.length
    this.#seenOfChildren += ofChildren.length
    return [...own, ...ofChildren]
  }

  /**
   * Checks that a step starts at most one change, that a retry reuses the key of the change, and that a new
   * confirmation uses a new key.
   */
  #money(event: EventObject, fakes: Fakes) {
    const changes = this.#newChanges(fakes)
    const isRepeat = isRetry(this.#driver, event, this.#before)
    expect(changes.length, 'changes begun by one step').toBeLessThanOrEqual(1)
    for (const { id, input } of changes) {
      const used = this.#keys.get(id) ?? []
      const { key } = input as { key?: string }
      expect(key, `key of ${id}`).toMatch(/^[0-9a-f-]{36}$/)
      // If no key was recorded, the change was sent before a reload. The check for that machine then compares the
      // stored key instead.
      if (isRepeat && used.length > 0) expect(key, `key of the repeated ${id}`).toBe(used.at(-1))
      else
        expect(
          used,
          `keys ${id} has used before (an event that repeats an unanswered change is listed in retries of the screen)`,
        ).not.toContain(key)
      this.#keys.set(id, [...used, String(key)])
    }
  }
}
