import { expect, type Page } from '@playwright/test'
import type { EventObject } from 'xstate'
import { type CallName, calls } from '#contract/calls.ts'
import type { Failure } from '#contract/failure.ts'
import type { Outcome } from '#machines/attempt.ts'
import { chosenPaths } from '../../tests/kit/choose.ts'
import { inPage } from '../../tests/kit/in-page.ts'
import { inputOf, type Model, type Path, type Step } from '../../tests/kit/model.ts'
import { loadModel } from '../../tests/kit/models.ts'
import { DESKTOP } from '../../tests/kit/sizes.ts'
import { where } from '../../tests/kit/states.ts'
import { LOST } from '../pages/spoil.ts'
import { test } from '../pages/test.ts'
import { asked } from './asked.ts'
import { lendHand } from './hand.ts'
import { Line } from './line.ts'
import type * as pageSide from './page.ts'
import { type It, Never, type World } from './world.ts'

const { stem, ...choice } = asked()
const model: Model = await loadModel(stem)
const { default: world } = (await import(`./worlds/${stem}.ts`)) as { default: World }

const isCall = (id: string): id is CallName => Object.hasOwn(calls, id)
const files = Object.entries(world.files ?? {})
const isFile = (id: string) => files.some(([name]) => name === id)
const { calls: asks = {}, outcomes } = model.config
const callsOf = (id: string): readonly CallName[] => asks[id] ?? (isCall(id) ? [id] : [])

/** What Vite answers when the server behind it does not. */
const BAD_GATEWAY = 502
/** With what the sandbox refuses by a code. */
const BAD_REQUEST = 400
/** Faults of their own kind, with what the server answers then. */
const KINDS = new Map([
  ['gone', 410],
  ['invalid-token', 401],
])

/** The functions of `page.ts`, in the page. */
const there = (page: Page) => inPage<typeof pageSide>(page, 'e2e/paths/page.ts')

const named = (words: string, from: Record<string, (it: It) => Promise<unknown>> | undefined) => {
  const [, name = words] = /^.+? (?:answers|fails): (.+)$/.exec(words) ?? []
  return from?.[name]
}

/** An attempt is answered, or not; one without an answer is asked for again first. */
async function attempt({ event, words }: Step, it: It) {
  const again = it.page
    .locator('main, dialog[open]')
    .last()
    .getByRole('button', { name: it.t('action.checkAgain') })
  if (await again.isVisible()) await again.click()
  const call = await it.line.waiting(callsOf('attempt'))
  const { output } = event as EventObject & { output?: Outcome<object> }
  if (output?.status === 'done') await named(words, world.answers?.attempt)?.(it)
  else await it.spoil(call, output?.failure.code)
  await it.line.letThrough([call])
  await it.faults.come()
}

/** Lets one step happen in the real world. */
async function happen(step: Step, it: It) {
  const { event, words } = step
  if (event.type === 'attempt.unknown' || event.type === 'xstate.done.actor.attempt') return attempt(step, it)
  const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
  if (kind && isFile(id)) {
    if (kind === 'error') it.faults.expect(LOST)
    return it.line.letThrough([id], kind === 'error')
  }
  if (kind === 'error') {
    const { code, kind: how } = (event as EventObject & { error: Failure }).error
    const [first] = callsOf(id)
    if (!first) throw new Error(`nobody says what ${id} asks of the server`)
    await it.spoil(first, how === 'unknown' ? undefined : code)
    await it.line.letThrough(callsOf(id))
    return it.faults.come()
  }
  const child = named(words, world.children?.[id])
  if (child) return child(it)
  if (kind === 'done') {
    await named(words, world.answers?.[id])?.(it)
    return it.line.letThrough(callsOf(id))
  }
  const elsewhere = world.events?.[words]
  if (elsewhere) return elsewhere(it)
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? []
  if (delay) return it.page.clock.fastForward(await there(it.page)('wait', stem, delay))
  await world.before?.[words]?.(it)
  const { type, ...payload } = event
  await there(it.page)('act', stem, type, payload)
}

function begin({ words }: Step, it: It) {
  const start = world.starts[words]
  if (!start) throw new Error(`nobody says what leads to "${words}"`)
  return start(it)
}

const known = (texts: string[] = []) => texts.filter((text) => !world.beyond?.test(text))
/** Where the machine is now. */
const placeIn = async (page: Page) => (await there(page)('look', stem))?.value ?? ''

const listed = (controls?: string[]) => known(controls).join(' | ')

/** The machine has come by where the path says since it had made so many steps, or is there. */
async function comeBy({ state }: Step, page: Page, since: number) {
  const way = async () => [...(await there(page)('way', stem)).slice(since), await placeIn(page)]
  await expect.poll(way, `where ${stem} has come by`).toContain(where(state))
}

/** What a machine does at once, in one order. */
const parts = (value = '') => value.split(' + ').sort()

/** The machine is where the path says, and the screen shows what it shall. */
async function compare({ state }: Step, page: Page) {
  const value = async () => parts((await there(page)('look', stem))?.value)
  await expect.poll(value, `the state of ${stem}`).toEqual(parts(where(state)))
  if (state.status !== 'active') return
  await expect(async () => {
    const found = await there(page)('look', stem)
    for (const wanted of found?.wanted ?? []) {
      expect(listed(found?.seen.controls), 'what can be pressed or filled').toContain(listed(wanted.controls))
      expect(found?.seen.alerts, 'alerts').toEqual(expect.arrayContaining(wanted.alerts))
      expect(known(found?.seen.sees), 'texts').toEqual(known(wanted.sees))
    }
  }).toPass({ timeout: 5000 })
}

for (const [number, path] of chosenPaths(model, choice))
  test.describe(() => {
    // the server counts what comes from one address
    test.use({ as: world.as, extraHTTPHeaders: { 'X-Forwarded-For': `10.0.0.${number}` } })
    if (world.isWide) test.use({ ...DESKTOP, hasTouch: false, isMobile: false })
    test(`${stem} ${number}: ${title(path)}`, async ({ tools, faults }) => {
      const { page, sandbox } = tools
      const line = new Line()
      const input = inputOf(path) ?? {}
      const spoil = async (call: CallName, code?: string) => {
        const [status, kind] = code === undefined ? [BAD_GATEWAY, 'drop-before'] : [KINDS.get(code), code]
        faults.expectStatus(status ?? BAD_REQUEST)
        await sandbox.fault(call, status ? kind : `code:${code}`, { times: 1 })
      }
      const send = (type: string, payload = {}) => there(page)('send', stem, type, payload)
      const it: It = {
        ...tools,
        line,
        faults,
        input,
        words: path.map(({ words }) => words),
        spoil,
        send,
        place: () => placeIn(page),
      }
      for (const [name, address] of files) await line.holdFile(page, name, address)
      await page.addInitScript((which) => Object.assign(window, { krapaoWhich: which }), world.which)
      await page.clock.install()
      await lendHand(it, world.says)
      const held = [...Object.keys({ ...outcomes, ...asks }).flatMap(callsOf), ...(world.held ?? [])]
      await line.hold(page, held, world.others)
      const go = async () => {
        for (const [at, step] of path.entries())
          await test.step(`${at + 1}. ${step.words} → ${where(step.state)}`, async () => {
            const to = where(step.state)
            const isPassing = [to, `${step.words} → ${to}`].some((each) => world.passing?.includes(each))
            if (at === 0) {
              await begin(step, it)
              // where it has begun, nobody has seen
              if (isPassing) await expect.poll(() => there(page)('look', stem), `${stem} runs`).not.toBeNull()
              else await compare(step, page)
              return
            }
            const since = isPassing ? (await there(page)('way', stem)).length : 0
            await happen(step, it)
            await (isPassing ? comeBy(step, page, since) : compare(step, page))
          })
      }
      // what is still held never reaches the server: a page that is closed lets it go, one that is left takes it along
      const leave = () => page.goto('/icon.svg')
      await go().catch(async (error: unknown) => {
        if (!(error instanceof Never)) throw error
        await leave()
        // with this server alone: on its screen `npm test` walks the whole path
        test.skip(true, error.message)
      })
      await leave()
    })
  })

function title(path: Path) {
  return [path[0]?.words, path.at(-1)?.words].join(' … ')
}
