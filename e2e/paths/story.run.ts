import { type APIResponse, expect, type Page, type Route } from '@playwright/test'
import { accountCalls } from '#contract/account.ts'
import { calls } from '#contract/calls.ts'
import { filesOf, loadModel, urlOf } from '../../tests/kit/models.ts'
import type { Reply } from '../../tests/laws/world.ts'
import { nameOf } from '../pages/sent.ts'
import { LOST } from '../pages/spoil.ts'
import { test } from '../pages/test.ts'
import { type AskedStory, asked } from './asked.ts'
import { BrowserPathRunner } from './browser-path-runner.ts'
import { type AnyFixtures, type It, Never } from './fixtures.ts'
import { Line } from './line.ts'
import { exposeUser } from './user.ts'

/** A change that the page has sent. `answers` contains the real server's replies, newest last. */
type Sent = { route: Route; answers: APIResponse[]; isAwaited: boolean }

/**
 * Holds the changes that a page sends until the story delivers them to the server, and the replies until the story
 * delivers them to the page.
 */
class Wire {
  readonly #page: Page
  readonly #sent: Sent[] = []

  constructor(page: Page) {
    this.#page = page
  }

  async hold() {
    await this.#page.route('**/api/**', (route) => {
      const name = nameOf(route.request())
      if (!name || calls[name].kind === 'read') return route.fallback()
      this.#sent.push({ route, answers: [], isAwaited: true })
    })
  }

  async #next(isAwaited: boolean): Promise<Sent> {
    const find = () => this.#sent.findLast((each) => each.isAwaited === isAwaited)
    await expect.poll(() => find() !== undefined, 'the page has sent the change').toBe(true)
    return find() as Sent
  }

  /** Sends a change to the real server, possibly for the second time. Returns the kind of reply. */
  async arrive(isAwaited: boolean): Promise<Reply> {
    const { route, answers } = await this.#next(isAwaited)
    const request = route.request()
    const answer = await this.#page.request.fetch(request.url(), {
      method: request.method(),
      headers: await request.allHeaders(),
      data: request.postDataBuffer() ?? undefined,
    })
    answers.push(answer)
    if (answer.ok()) return 'done'
    return ({ 401: 'signedOut', 410: 'gone', 429: 'limited' } as const)[answer.status()] ?? 'refused'
  }

  /** Delivers the last reply to the page, or cuts the connection if there is no reply. */
  async receive(reply: Reply) {
    const sent = await this.#next(true)
    sent.isAwaited = false
    const answer = sent.answers.at(-1)
    await (reply === 'none' || !answer ? sent.route.abort() : sent.route.fulfill({ response: answer }))
  }

  /** Ends the page's login on the server, without notifying the page. */
  async endLogin() {
    const [sent] = this.#sent
    const { authorization = '' } = (await sent?.route.request().allHeaders()) ?? {}
    const url = new URL(accountCalls['account.logout'].path, this.#page.url())
    const key = crypto.randomUUID()
    const answer = await this.#page.request.post(url.href, {
      headers: { authorization, 'Idempotency-Key': key, 'X-Requested-With': 'wallet-user' },
    })
    expect(answer.ok(), 'the login ends').toBe(true)
  }
}

/** Replays a story in a page. */
class StoryRunner {
  readonly #story: AskedStory
  readonly #runner: BrowserPathRunner
  readonly #it: It
  readonly #wire: Wire

  constructor(story: AskedStory, runner: BrowserPathRunner, it: It) {
    this.#story = story
    this.#runner = runner
    this.#it = it
    this.#wire = new Wire(it.page)
  }

  /** Lets the page receive the replies that it needs after opening, then holds the changes that it sends. */
  async open() {
    await this.#events(this.#story.opened)
    await this.#wire.hold()
  }

  async make({ words, move, events, state }: AskedStory['moves'][number]) {
    await this.#happen(move)
    await this.#events(events)
    if (state === null) return
    const message = `the state of ${this.#story.stem} after "${words}"`
    await expect.poll(this.#it.place, message).toBe(state)
  }

  /**
   * Causes the events that machines receive. For the story's machine, the fixtures cause them. For other machines, the
   * player triggers them on the screen, and replies come from the real site.
   */
  async #events(events: AskedStory['opened']) {
    const it = this.#it
    for (const { address, event, words } of events) {
      if (address === this.#story.address) {
        await this.#runner.happen({ event, words }, it)
        it.past = [...it.past, words]
        it.rest = it.rest.slice(1)
      } else if (!event.type.startsWith('xstate.')) {
        const { type, ...payload } = event
        await this.#runner.act(it.page, address.split('/').at(-1) ?? '', type, payload)
      } else if (event.type.startsWith('xstate.error.')) throw new Never('it needs a failure outside its machine')
    }
  }

  /** Performs the part of a move that happens outside the page's machines. */
  async #happen(move: AskedStory['moves'][number]['move']) {
    if ('tab' in move && move.tab > 0) throw new Never('it needs a second tab')
    switch (move.type) {
      case 'act':
      case 'lose':
        return
      case 'arrive':
        expect(await this.#wire.arrive(move.isAwaited), 'the reply of the real server').toBe(move.reply)
        return
      case 'receive':
        return this.#wire.receive(move.reply)
      case 'load':
        await this.#it.page.reload()
        return
      case 'login ends':
        return this.#wire.endLogin()
      case 'site closes':
      case 'site opens':
        return this.#it.sandbox.turn('terminated', move.type === 'site closes')
      default:
        throw new Never(`"${move.type}" has no way in a browser`)
    }
  }
}

for (const [at, story] of asked().stories.entries()) {
  const { name, stem, address, start, opened, moves, impossible } = story
  const model = await loadModel(stem)
  const { default: fixtures } = (await import(urlOf(filesOf(stem).fixtures).href)) as { default: AnyFixtures }
  const runner = new BrowserPathRunner(stem, model, fixtures)
  const rest = [...opened, ...moves.flatMap(({ events }) => events)]
    .filter((each) => each.address === address)
    .map(({ words }) => words)
  test.describe(() => {
    // the server limits requests per address, so each story has its own address
    test.use({ as: fixtures.as, extraHTTPHeaders: { 'X-Forwarded-For': `10.1.0.${at}` } })
    test(`story ${name}: ${moves.at(-1)?.words}`, async ({ tools, faults }) => {
      const { page } = tools
      const line = new Line()
      const spoil = () => Promise.reject(new Never('a story spoils no call'))
      const send: It['send'] = (type, payload) => runner.send(page, type, payload)
      const place = () => runner.place(page)
      const it: It = {
        ...{ ...tools, line, faults, spoil, send, place },
        ...{ input: {}, words: [start, ...rest], past: [start], rest },
      }
      const begin = fixtures.starts[start]
      if (!begin) throw new Error(`the fixtures do not say how to start "${start}"`)
      // a story drops replies, and its page may send requests after the login has ended
      faults.allow(LOST, /Failed to load resource/)
      for (const [file, at] of runner.files) await line.holdFile(page, file, at)
      await page.clock.install()
      await exposeUser(it, fixtures.says)
      await line.hold(page, runner.held, fixtures)
      await begin(it)
      const told = new StoryRunner(story, runner, it)
      await test.step(start, () => told.open())
      for (const [at, move] of moves.entries()) await test.step(`${at + 1}. ${move.words}`, () => told.make(move))
      if (impossible !== null) console.info(`The story ends here; this can no longer happen: ${impossible}`)
      // navigating away drops the held calls, so they never reach the server
      await page.goto('/icon.svg')
    })
  })
}
