import type { CallName } from '#contract/calls.ts'
import { chosenPaths } from '../../tests/kit/choose.ts'
import { inputOf, type Path } from '../../tests/kit/model.ts'
import { filesOf, loadModel, urlOf } from '../../tests/kit/models.ts'
import { DESKTOP } from '../../tests/kit/sizes.ts'
import { where } from '../../tests/kit/states.ts'
import { test } from '../pages/test.ts'
import { asked } from './asked.ts'
import { BrowserPathRunner } from './browser-path-runner.ts'
import { type AnyFixtures, type It, Never } from './fixtures.ts'
import { Line } from './line.ts'
import { exposeUser } from './user.ts'

/** The status of Vite's reply if the server behind it does not respond. */
const BAD_GATEWAY = 502
/** The status of a sandbox fault that refuses with a code. */
const BAD_REQUEST = 400
/** The status of each code that the sandbox does not send with {@link BAD_REQUEST}. */
const KINDS = new Map([
  ['gone', 410],
  ['invalid-token', 401],
])

const title = (path: Path) => [path[0]?.words, path.at(-1)?.words].join(' … ')

const { stems, ...choice } = asked()
for (const [at, stem] of stems.entries()) {
  const model = await loadModel(stem)
  const { default: fixtures } = (await import(urlOf(filesOf(stem).fixtures).href)) as { default: AnyFixtures }
  const runner = new BrowserPathRunner(stem, model, fixtures)
  for (const [number, path] of chosenPaths(model, choice))
    test.describe(() => {
      // the server limits requests per address, so each test has its own address
      test.use({ as: fixtures.as, extraHTTPHeaders: { 'X-Forwarded-For': `10.0.${at}.${number}` } })
      if (fixtures.isWide) test.use({ ...DESKTOP, hasTouch: false, isMobile: false })
      test(`${stem} ${number}: ${title(path)}`, async ({ tools, faults }) => {
        const { page, sandbox } = tools
        const line = new Line()
        const input = inputOf(path) ?? {}
        const spoil = async (call: CallName, code?: string) => {
          const [status, kind] = code === undefined ? [BAD_GATEWAY, 'drop-before'] : [KINDS.get(code), code]
          faults.expectStatus(status ?? BAD_REQUEST)
          await sandbox.fault(call, status ? kind : `code:${code}`, { times: 1 })
        }
        const it: It = {
          ...tools,
          line,
          faults,
          input,
          words: path.map(({ words }) => words),
          past: [],
          rest: [],
          spoil,
          send: (type, payload) => runner.send(page, type, payload),
          place: () => runner.place(page),
        }
        for (const [name, address] of runner.files) await line.holdFile(page, name, address)
        await page.addInitScript((which) => Object.assign(window, { krapaoWhich: which }), fixtures.which)
        await page.clock.install()
        await exposeUser(it, fixtures.says)
        await line.hold(page, runner.held, fixtures)
        const walk = async () => {
          for (const [at, step] of path.entries()) {
            it.past = it.words.slice(0, at)
            it.rest = it.words.slice(at + 1)
            await test.step(`${at + 1}. ${step.words} → ${where(step.state)}`, () =>
              at === 0 ? runner.begin(step, it) : runner.go(step, it))
          }
        }
        // navigating away drops the held calls, so they never reach the server
        const leave = async () => {
          // the path may have ended offline
          await page.context().setOffline(false)
          await page.goto('/icon.svg')
        }
        await walk().catch(async (error: unknown) => {
          if (!(error instanceof Never)) throw error
          await leave()
          // skipping is acceptable, because `npm test` runs the whole path on the machine's screen
          console.info(`${stem} ${number} is skipped: ${error.message}`)
          test.skip(true, error.message)
        })
        await leave()
      })
    })
}
