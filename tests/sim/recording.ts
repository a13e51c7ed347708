import { createInspector as createSeeded } from '@statelyai/inspect'
import { APP } from '#src/inspect/protocol.ts'
import type { Message } from '#src/inspect/receiver/world.ts'
import { START } from '#tests/kit/database.ts'
import { stepEntry } from '#tests/kit/inspector-log.ts'
import type { Page } from './browser.ts'
import { clock } from './clock.ts'

/**
 * Creates the inspector of a page. Its random ids are constant here, because a draw would change the random values of
 * the run that is recorded.
 */
export const createInspector: typeof createSeeded = (...given) => {
  const inspector = createSeeded(...given)
  const event: typeof inspector.event = (...args) => {
    const { random } = Math
    Math.random = () => 0
    inspector.event(...args)
    Math.random = random
  }
  return { ...inspector, event }
}

/** The result of a recording. `secrets`: the secrets that the pages have sent, by the names of their fields. */
export type Recorded = { log: Message[]; secrets: ReadonlyMap<string, ReadonlySet<string>> }

/** The secrets of a request that the log must not contain. */
const SECRET = new Set(['token', 'password', 'otpCode'])

/**
 * Records a run as a log that the inspector can open. It contains the actors of all pages, as the product reports them
 * to its inspector, so without secrets. The lines of the story are events of the app.
 */
export class Recording {
  readonly #log: Message[] = [
    { type: '@xstate.actor', sessionId: APP, name: APP, createdAt: String(START), snapshot: { status: 'active' } },
  ]
  readonly #secrets = new Map<string, Set<string>>()
  /** The names of the actors without their tabs, by session id. */
  readonly #names = new Map<string, string>()
  #steps = 0
  #isOver = false

  /** Adds a line of the story. */
  note(words: string) {
    this.#log.push(stepEntry(++this.#steps, words, clock.now))
  }

  /** Records the actors of a page that is open in the tab `name`, until the end. */
  watch(page: Page, name: string) {
    const send = (message: object) => this.#add(message as Message, name)
    page.inspection(send, () => () => {}).start()
  }

  #add(message: Message, tab: string) {
    if (this.#isOver) return
    if (message.type !== '@xstate.actor') this.#log.push(message)
    // each page announces the app, which would remove the actors of the other tabs
    else if (message.sessionId !== APP) this.#log.push({ ...message, name: this.#nameOf(message, tab) })
  }

  /** Returns the name of an actor, which begins with that of its parent, or with its tab. */
  #nameOf({ name, sessionId, parentId = APP }: Extract<Message, { type: '@xstate.actor' }>, tab: string): string {
    const parent = this.#names.get(parentId)
    const own = parent && !name.startsWith(`${parent}.`) ? `${parent}.${name}` : name
    this.#names.set(sessionId, own)
    return `${tab}: ${own}`
  }

  /** Remembers the secrets of a request. */
  sent(token: string | null, input: Readonly<Record<string, unknown>>) {
    for (const [name, value] of Object.entries({ ...input, token }))
      if (SECRET.has(name) && typeof value === 'string')
        this.#secrets.set(name, (this.#secrets.get(name) ?? new Set()).add(value))
  }

  /** Stops recording the actors. */
  end() {
    this.#isOver = true
  }

  get recorded(): Recorded {
    return { log: this.#log, secrets: this.#secrets }
  }
}
