import { describe, expect, test } from 'vitest'
import { first, last } from '#tests/kit/samples/data-pages.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'
import dataExport from './data-export.model.ts'

const PAGE = 'data.page'
const ask = { type: 'export.ask' } as const

const begun = () => start(dataExport, undefined, { actions: ['saveFile'] })
async function collecting() {
  const app = await begun()
  await app.send(ask)
  return app
}
async function ready() {
  const app = await collecting()
  await app.answer(PAGE, first)
  await app.answer(PAGE, last)
  return app
}

describe('collecting the data', () => {
  test('starts only when the player requests it (R611)', async () => {
    const app = await begun()
    await app.pass(600_000)
    expect(app.asked(PAGE)).toEqual([])
    await app.send(ask)
    expect(app.asked(PAGE)).toEqual([{ after: 'start' }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('loads one page after another until the last (R611)', async () => {
    const app = await ready()
    expect(app.asked(PAGE)).toEqual([{ after: 'start' }, { after: 'chat.0' }])
    expect(app.now().value).toBe('ready')
    expect(app.now().context.pages).toEqual([first, last])
  })

  test('retries the page that failed, and keeps the earlier pages (R613)', async () => {
    const app = await collecting()
    await app.answer(PAGE, first)
    await app.fail(PAGE, noAnswer)
    expect(app.now().value).toBe('failed')
    await app.pass(600_000)
    expect(app.asked(PAGE)).toHaveLength(2)
    await app.send({ type: 'export.retry' })
    expect(app.asked(PAGE).at(-1)).toEqual({ after: 'chat.0' })
    await app.answer(PAGE, last)
    expect(app.now().context.pages).toEqual([first, last])
  })

  test('can be cancelled, and then starts again with the first page (R611)', async () => {
    const app = await collecting()
    await app.answer(PAGE, first)
    await app.send({ type: 'export.stop' })
    expect(app.now().value).toBe('idle')
    expect(app.now().context.pages).toEqual([])
    await app.send(ask)
    expect(app.asked(PAGE).at(-1)).toEqual({ after: 'start' })
  })
})

describe('the exported file', () => {
  test('is saved each time the player presses the button (R612)', async () => {
    const app = await ready()
    expect(app.done).toEqual([])
    await app.send({ type: 'export.save' }, { type: 'export.save' })
    expect(app.done).toEqual(['saveFile', 'saveFile'])
    expect(app.now().value).toBe('ready')
  })

  test('can be saved again after the browser has failed to save it (R612)', async () => {
    const app = await ready()
    await app.send({ type: 'export.save' }, { type: 'export.saveFailed' })
    expect(app.now().value).toBe('unsaved')
    await app.send({ type: 'export.save' })
    expect(app.now().value).toBe('ready')
    expect(app.done).toEqual(['saveFile', 'saveFile'])
  })
})
