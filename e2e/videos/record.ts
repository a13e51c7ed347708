import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { chromium as browserOf } from '../../tests/kit/chromium.ts'
import { tempFolder } from '../../tests/kit/temp.ts'
import { Backend } from '../pages/backend.ts'
import { OwnServer } from '../pages/server.ts'
import { SCRIPTS, type Scene, STARTS, type Stage } from './scripts.ts'

/**
 * `npm run videos`, or `npm run videos -- wallet` for a single video: records scripted sessions of the built product,
 * for /howto and My play. Requires ffmpeg.
 */
const PLACE = 'public/help'
const server = new OwnServer(4390)
const PHONE = { width: 390, height: 780 }
/** The minimum display time of each caption, in ms. */
const READING = 3_200
const MOST_BYTES = 1.5 * 1024 * 1024

type Frame = { file: string; at: number }
/** A video's preview image: the time of its frame, and the vertical centre of the crop, from 0 (top) to 1 (bottom). */
type Shot = { at: number; middle: number }
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const stamp = (ms: number) => new Date(ms).toISOString().slice(11, 23)

/** Records every browser frame with its time. */
async function film(cdp: CDPSession, dir: string): Promise<Frame[]> {
  const frames: Frame[] = []
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    const file = join(dir, `${String(frames.length).padStart(5, '0')}.png`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, at: Date.now() })
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {}) // the last frame may arrive after the end
  })
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return frames
}

/**
 * Returns the scenes' tools: a visible finger that taps, and the sandbox. Calls `onTap` while the finger is visible.
 */
function stageOf(page: Page, backend: Backend, onTap: () => Promise<void>): Stage {
  const show = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('nothing to tap')
    await page.evaluate(
      ([x = 0, y = 0]) => {
        const finger = document.createElement('div')
        Object.assign(finger.style, {
          position: 'fixed',
          inset: `${y - 26}px auto auto ${x - 26}px`,
          width: '52px',
          height: '52px',
          borderRadius: '50%',
          background: 'rgb(255 255 255 / 0.45)',
          border: '2px solid white',
          zIndex: '9999',
          pointerEvents: 'none',
        })
        const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
        top.append(finger)
        finger.animate(
          [
            { scale: 1.6, opacity: 0 },
            { scale: 1, opacity: 1 },
            { scale: 0.8, opacity: 0 },
          ],
          900,
        ).onfinish = () => finger.remove()
      },
      [box.x + box.width / 2, box.y + box.height / 2],
    )
    await pause(500)
  }
  return {
    page,
    backend,
    tap: async (target) => {
      await show(target)
      await onTap()
      await target.click()
      await pause(500)
    },
    sandbox: async (form, fields) => {
      await fetch(`${server.origin}/sandbox/${form}`, { method: 'POST', body: new URLSearchParams(fields) })
    },
  }
}

const captions = (scenes: readonly Scene[], starts: readonly number[], end: number, language: 'th' | 'la' | 'en') =>
  `WEBVTT\n\n${scenes
    .map(({ caption }, at) => `${stamp(starts[at] ?? 0)} --> ${stamp(starts[at + 1] ?? end)}\n${caption[language]}\n`)
    .join('\n')}`

/**
 * Encodes the frames, each with its duration, as WebM and MP4, and crops one frame as the preview image. Throws if a
 * video exceeds 1.5 MB.
 */
function encode(frames: readonly Frame[], { end, shot }: { end: number; shot: Shot }, dir: string, out: string) {
  const list = frames.map(
    ({ file, at }, place) => `file '${file}'\nduration ${((frames[place + 1]?.at ?? end) - at) / 1000}`,
  )
  writeFileSync(join(dir, 'list'), `${list.join('\n')}\nfile '${frames.at(-1)?.file}'\n`)
  const run = (...args: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', join(dir, 'list'), ...args])
  const picture = ['-vf', 'fps=20,scale=780:-2', '-pix_fmt', 'yuv420p', '-an']
  run(...picture, '-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-row-mt', '1', `${out}.webm`)
  run(...picture, '-c:v', 'libx264', '-crf', '27', '-preset', 'slow', '-movflags', '+faststart', `${out}.mp4`)
  const { file = '' } = frames.findLast(({ at }) => at < shot.at) ?? frames[0] ?? {}
  const part = `crop=iw:iw*2/3:0:'clip(ih*${shot.middle}-oh/2,0,ih-oh)'`
  const still = ['-i', file, '-frames:v', '1', '-vf', `${part},scale=780:-2`, '-quality', '60']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...still, `${out}.webp`])
  for (const ending of ['webm', 'mp4'])
    if (statSync(`${out}.${ending}`).size > MOST_BYTES) throw new Error(`${out}.${ending} is larger than 1.5 MB`)
}

async function record(name: string, scenes: readonly Scene[]) {
  const dir = tempFolder('frames')
  const browser = await chromium.launch(browserOf())
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    baseURL: server.origin,
    hasTouch: true,
  })
  const start = STARTS[name]
  const backend = new Backend({ origin: server.origin, hasAdditions: true }, DEMO.member.username)
  // the backend logs in before the page does, because the page would report a later login
  await backend.held()
  await start?.prepare(backend)
  await context.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('[name=username]').fill(DEMO.member.username)
  await page.locator('[name=password]').fill(DEMO_PASSWORD)
  await page.locator('[type=submit]').click()
  await page.waitForURL('**/user/home')
  if (start) await page.goto(start.address)
  await pause(1_500)
  const frames = await film(await context.newCDPSession(page), dir)
  await pause(200)
  const begin = frames[0]?.at ?? Date.now()
  const starts: number[] = []
  let shot: Shot = { at: begin, middle: 0 }
  for (const { act, picture } of scenes) {
    const start = Date.now()
    starts.push(start - begin)
    const shoot = async () => {
      const box = await picture?.(page).boundingBox()
      if (box) shot = { at: Date.now(), middle: (box.y + box.height / 2) / PHONE.height }
    }
    await shoot()
    await act(stageOf(page, backend, shoot))
    await pause(Math.max(800, READING - (Date.now() - start)))
  }
  const end = Date.now()
  await browser.close()
  const out = join(PLACE, name)
  encode(frames, { end, shot }, dir, out)
  for (const language of LANGUAGES)
    writeFileSync(`${out}.${language}.vtt`, captions(scenes, starts, end - begin, language))
  console.log(
    `${name}: ${Math.round((end - begin) / 1000)} s, ${frames.length} frames, ${readFileSync(`${out}.webm`).length} bytes`,
  )
}

mkdirSync(PLACE, { recursive: true })
const [wanted] = process.argv.slice(2)
await server.start()
try {
  for (const [name, scenes] of Object.entries(SCRIPTS)) if (!wanted || wanted === name) await record(name, scenes)
} finally {
  await server.remove()
}
