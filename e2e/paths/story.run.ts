import { type APIResponse, expect, type Page, type Route } from '@playwright/test'
import { accountCalls } from '#contract/account.ts'
import { calls } from '#contract/calls.ts'
import { filesOf, loadModel, urlOf } from '../../tests/kit/models.ts'
import type { Move } from '../../tests/laws/flow.ts'
import type { Reply } from '../../tests/laws/world.ts'
import { nameOf } from '../pages/sent.ts'
import { LOST } from '../pages/spoil.ts'
import { test } from '../pages/test.ts'
import { asked } from './asked.ts'
import { BrowserPathRunner } from './browser-path-runner.ts'
import { type AnyFixtures, type It, Never } from './fixtures.ts'
import { Line } from './line.ts'
import { exposeUser } from './user.ts'

const { stems, story } = asked()
const [stem = ''] = stems
if (!story) throw new Error('Run it by: npm run paths -- NAME --story FILE --run browser')
const { address, start, moves, impossible } = story
const model = await loadModel(stem)
const { default: fixtures } = (await import(urlOf(filesOf(stem).fixtures).href)) as { default: AnyFixtures }

/** A change that the page has sent. `answers`: the replies of the real server, newest last. */
type Sent = { route: Route; answers: APIResponse[]; isAwaited: boolean }

/** The changes of a page: they wait here until the story takes them to the server, or the reply back to the page. */
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

  /** Takes a request to the real server; it may be the same one again. */
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

  /** Takes the last reply to the page, or no answer. */
  async receive(reply: Reply) {
    const sent = await this.#next(true)
    sent.isAwaited = false
    const answer = sent.answers.at(-1)
    await (reply === 'none' || !answer ? sent.route.abort() : sent.route.fulfill({ response: answer }))
  }

  /** Ends the login of the page on the server only. */
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

const runner = new BrowserPathRunner(stem, model, fixtures)

async function happen(move: Move, it: It, wire: Wire) {
  if ('tab' in move && move.tab > 0) throw new Never('it needs a second tab')
  switch (move.type) {
    case 'act':
      for (const { address: at, event } of move.messages) {
        if (event.type.startsWith('xstate.')) throw new Never('it needs an answer of its own')
        const { type, ...payload } = event
        await runner.act(it.page, at === address ? stem : (at.split('/').at(-1) ?? ''), type, payload)
      }
      return
    case 'arrive':
      expect(await wire.arrive(move.isAwaited), 'the reply of the real server').toBe(move.reply)
      return
    case 'receive':
      return wire.receive(move.reply)
    case 'lose':
      return
    case 'load':
      await it.page.reload()
      return
    case 'login ends':
      return wire.endLogin()
    case 'site closes':
    case 'site opens':
      return it.sandbox.turn('terminated', move.type === 'site closes')
    default:
      throw new Never(`"${move.type}" has no way in a browser`)
  }
}

test.use({ as: fixtures.as })
test(`${stem}: ${moves.at(-1)?.words}`, async ({ tools, faults }) => {
  const { page } = tools
  const line = new Line()
  const nothing = { words: [], past: [], rest: [], input: {} }
  const spoil = () => Promise.reject(new Never('a story spoils no call'))
  const send: It['send'] = (type, payload) => runner.send(page, type, payload)
  const it: It = { ...tools, ...nothing, line, faults, spoil, send, place: () => runner.place(page) }
  const begin = fixtures.starts[start]
  if (!begin) throw new Error(`the fixtures do not say how to start "${start}"`)
  // a story loses answers, and its page reads what it may no longer read
  faults.allow(LOST, /Failed to load resource/)
  await exposeUser(it, fixtures.says)
  await begin(it)
  const wire = new Wire(page)
  await wire.hold()
  for (const [at, { words, move, state }] of moves.entries())
    await test.step(`${at + 1}. ${words}`, async () => {
      await happen(move, it, wire)
      if (state !== null) await expect.poll(() => it.place(), `the state of ${stem} after "${words}"`).toBe(state)
    })
  if (impossible !== null) console.info(`The story ends here; this can no longer happen: ${impossible}`)
})
