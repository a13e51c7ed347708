import { expect, type Page } from '@playwright/test'
import type { EventObject } from 'xstate'
import { type CallName, calls } from '#contract/calls.ts'
import type { Failure } from '#contract/failure.ts'
import type { Outcome } from '#machines/lib/attempt.ts'
import { answered, failed } from '#tests/kit/answered.ts'
import { inPage } from '../../tests/kit/in-page.ts'
import type { Model, Step } from '../../tests/kit/model.ts'
import { where } from '../../tests/kit/states.ts'
import { LOST } from '../pages/spoil.ts'
import { type AnyFixtures, type It, never } from './fixtures.ts'
import type * as pageSide from './page.ts'

const isCall = (id: string): id is CallName => Object.hasOwn(calls, id)
/**
 * Returns the entry for a step. Its key is either the step's description, or the model's name for the reply or failure
 * in that description.
 */
const named = (id: string, words: string, from: Record<string, (it: It) => Promise<unknown>> = {}) =>
  Object.entries(from).find(([name]) => [name, answered(id, name), failed(id, name)].includes(words))?.[1]
/** Returns the sorted states of a machine's regions. */
const parts = (value = '') => value.split(' + ').sort()

/** Runs the paths of one machine on the real site, step by step, and compares the screen after each step. */
export class BrowserPathRunner {
  readonly #stem: string
  readonly #fixtures: AnyFixtures
  readonly #asks: Readonly<Record<string, readonly CallName[]>>
  /** The invoked actors that load a file, each with the file's address. */
  readonly files: readonly [string, string][]
  /** Calls that wait until they are released. */
  readonly held: readonly CallName[]

  constructor(stem: string, { config: { calls: asks = {}, outcomes } }: Model, fixtures: AnyFixtures) {
    this.#stem = stem
    this.#fixtures = fixtures
    this.#asks = asks
    this.files = Object.entries(fixtures.files ?? {})
    this.held = [...Object.keys({ ...outcomes, ...asks }).flatMap(this.#callsOf), ...(fixtures.held ?? [])]
  }

  #callsOf = (id: string): readonly CallName[] => this.#asks[id] ?? (isCall(id) ? [id] : [])
  /** The calls that an invoked actor makes now. */
  async #callsNow(id: string, { line }: It): Promise<readonly CallName[]> {
    const calls = this.#callsOf(id)
    return this.#fixtures.either?.includes(id) ? [await line.waiting(calls)] : calls
  }
  /** Calls a function of `page.ts` in the page. */
  #there = (page: Page) => inPage<typeof pageSide>(page, 'e2e/paths/page.ts')
  #look = (page: Page) => this.#there(page)('look', this.#stem)

  /** Sends an event to the machine. */
  send = (page: Page, type: string, payload = {}) => this.#there(page)('send', this.#stem, type, payload)
  /** Triggers a machine's event on the screen, as the player would. */
  act = (page: Page, stem: string, type: string, payload: object) => this.#there(page)('act', stem, type, payload)
  /** The machine's current state. */
  place = async (page: Page) => (await this.#look(page))?.value ?? ''

  /**
   * Starts the path and its machine, and expects the first state. If the machine leaves that state immediately, only
   * expects the machine to be running.
   */
  async begin(step: Step, it: It) {
    const start = this.#fixtures.starts[step.words]
    if (!start) throw new Error(`the fixtures do not say how to start "${step.words}"`)
    await start(it)
    if (!this.#isPassing(step)) return this.#compare(step, it.page)
    await expect.poll(() => this.#look(it.page), `${this.#stem} runs`).not.toBeNull()
  }

  /** Takes the next step and expects the state that the path specifies. */
  async go(step: Step, it: It) {
    if (!this.#isPassing(step)) {
      await this.happen(step, it)
      return this.#compare(step, it.page)
    }
    const since = (await this.#there(it.page)('way', this.#stem)).length
    await this.happen(step, it)
    await this.#comeBy(step, it.page, since)
  }

  #isPassing({ words, state }: Step): boolean {
    const to = where(state)
    return [to, `${words} → ${to}`].some((each) => this.#fixtures.passing?.includes(each))
  }

  /**
   * Completes an attempt, refuses it, or drops its reply. If the last reply was dropped, first clicks the button that
   * checks again.
   */
  async #attempt({ event, words }: Pick<Step, 'event' | 'words'>, it: It) {
    const again = it.page
      .locator('main, dialog[open]')
      .last()
      .getByRole('button', { name: it.t('action.checkAgain') })
    if (await again.isVisible()) await again.click()
    const call = await it.line.waiting(this.#callsOf('attempt'))
    const { output } = event as EventObject & { output?: Outcome<object> }
    if (output?.status === 'seen') return never('this backend recognises a repeated request')(it)
    await named('attempt', words, this.#fixtures.answers?.attempt)?.(it)
    if (output?.status !== 'done') await it.spoil(call, output?.failure.code)
    await it.line.letThrough([call])
    await it.faults.come()
  }

  /** Performs one step on the real site. */
  async happen(step: Pick<Step, 'event' | 'words'>, it: It) {
    const { event, words } = step
    if (event.type === 'attempt.unknown' || event.type === 'xstate.done.actor.attempt') return this.#attempt(step, it)
    const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
    if (kind && this.files.some(([name]) => name === id)) {
      if (kind === 'error') it.faults.expect(LOST)
      return it.line.letThrough([id], kind === 'error')
    }
    const answer = named(id, words, this.#fixtures.answers?.[id])
    if (kind === 'error') {
      const all = await this.#callsNow(id, it)
      const [first] = all
      if (!first && answer) return answer(it)
      if (!first) throw new Error(`the fixtures do not say which call ${id} makes`)
      await answer?.(it)
      const { code, kind: how } = (event as EventObject & { error: Failure }).error
      await it.spoil(first, how === 'unknown' ? undefined : code)
      await it.line.letThrough(all)
      return it.faults.come()
    }
    const child = named(id, words, this.#fixtures.children?.[id])
    if (child) return child(it)
    if (kind === 'done') {
      await answer?.(it)
      if (!this.#fixtures.known?.includes(id)) await it.line.letThrough(await this.#callsNow(id, it))
      return
    }
    const elsewhere = this.#fixtures.events?.[words]
    if (elsewhere) return elsewhere(it)
    const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? []
    if (delay) return it.page.clock.fastForward(await this.#there(it.page)('wait', this.#stem, delay))
    await this.#fixtures.before?.[words]?.(it)
    const { type, ...payload } = event
    await this.#there(it.page)('act', this.#stem, type, payload)
    await this.#fixtures.after?.[words]?.(it)
  }

  /**
   * Expects the machine to be in the path's state, or to have passed through it during this step. `since` is the number
   * of states visited before the step.
   */
  async #comeBy({ state }: Step, page: Page, since: number) {
    const way = async () => [...(await this.#there(page)('way', this.#stem)).slice(since), await this.place(page)]
    await expect.poll(way, `where ${this.#stem} has come by`).toContain(where(state))
  }

  #known = (texts: string[] = []) => texts.filter((text) => !this.#fixtures.beyond?.test(text))
  #listed = (controls?: string[]) => this.#known(controls).join(' | ')

  /** Expects the machine to be in the path's state, and the screen to match. */
  async #compare({ state }: Step, page: Page) {
    const value = async () => parts((await this.#look(page))?.value)
    await expect.poll(value, `the state of ${this.#stem}`).toEqual(parts(where(state)))
    if (state.status !== 'active') return
    await expect(async () => {
      const found = await this.#look(page)
      for (const wanted of found?.wanted ?? []) {
        expect(this.#listed(found?.seen.controls), 'what can be pressed or filled').toContain(
          this.#listed(wanted.controls),
        )
        expect(found?.seen.alerts, 'alerts').toEqual(expect.arrayContaining(wanted.alerts))
        expect(this.#known(found?.seen.sees), 'texts').toEqual(this.#known(wanted.sees))
      }
    }).toPass({ timeout: 5000 })
  }
}
