import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { readable } from '#contract/rows.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import { slipsLogic } from '#src/actors/statement.ts'
import { wire } from '#src/api/request.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let tab: { opener: unknown; closed: boolean; close: () => void; location: { replace: (url: string) => void } }
const openTab = vi.fn()

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  const close = () => {
    tab.closed = true
  }
  tab = { opener: 'this page', closed: false, close, location: { replace: vi.fn() } }
  vi.stubGlobal('window', Object.assign(window, { open: openTab.mockReset().mockImplementation(() => tab) }))
  member = memberAt(backend, await backend.login())
})
afterEach(() => {
  member.leave()
  vi.unstubAllGlobals()
})

/** Opens the dialog and waits for its list. */
async function open() {
  const toasts = listener()
  const actor = createActor(slipsLogic, { input: { toasts: toasts.ref as never } }).start()
  const list = actor.getSnapshot().children.slipList
  if (!list) throw new Error('no list')
  const settled = () => waitFor(list, (s) => !s.hasTag('busy'))
  const find = (reference: string) => {
    actor.send({ type: 'slip.open', reference })
    return waitFor(actor, (s) => !s.hasTag('busy'))
  }
  await settled()
  return { list, settled, find, rows: () => readable(list.getSnapshot().context.rows), heard: toasts.heard }
}
/** Replaces the next reply, as if from another backend. */
const answer = (body: object) => vi.spyOn(wire, 'fetch').mockResolvedValueOnce(Response.json(body))

test('the slips dialog lists the member’s slips, newest first, each with a link or reference for its picture (R10, R135, R178, R179, R360, R520)', async () => {
  const app = await open()
  expect(member.sent.map(({ path, body }) => [path, body])).toEqual([['/api/statement/slip', { page: 1, limit: 10 }]])
  const rows = app.rows()
  expect(rows).toHaveLength(7)
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(
    rows
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
  for (const { status, link, reference } of rows)
    expect([Boolean(link), Boolean(reference)], status).toEqual([status === 'PENDING', status !== 'PENDING'])
  expect(rows.find(({ status }) => status === 'SUCCESS')?.amount).toBe(100_000)
  expect(rows.filter(({ note }) => note === 'EXPIRED_SLIP')).toHaveLength(1)
})

describe('a slip without a valid link (R137, R361, R362)', () => {
  test('opens its picture in a new tab that has no access to the current tab', async () => {
    const app = await open()
    const slip = app.rows().find(({ reference }) => reference)
    await app.find(slip?.reference ?? '')
    expect(openTab.mock.calls).toEqual([['about:blank', '_blank']])
    expect(tab.opener).toBeNull()
    const [[url = ''] = []] = vi.mocked(tab.location.replace).mock.calls
    const picture = await backend.app.request(url)
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect([tab.closed, app.heard]).toEqual([false, []])
  })

  test('closes its tab and shows the reason if the server does not find the picture (R362)', async () => {
    const app = await open()
    await app.find('nobodys')
    expect(tab.closed).toBe(true)
    expect(app.heard).toMatchObject([{ type: 'toast.show', tone: 'bad', text: { kind: 'refused', code: 'NO_DATA' } }])
    expect(tab.location.replace).not.toHaveBeenCalled()
  })

  test.each(['javascript:alert(1)', '//evil.example/x', 'data:text/html,x', ''])(
    'closes the new tab instead of opening an unsafe address (%j) (R362)',
    async (url) => {
      const app = await open()
      answer({ url })
      await app.find('s1')
      expect([tab.closed, vi.mocked(tab.location.replace).mock.calls]).toEqual([true, []])
    },
  )

  test('does not load its picture if the tab was closed or never opened (R362)', async () => {
    const app = await open()
    const reference = app.rows().find((slip) => slip.reference)?.reference ?? ''
    openTab.mockReturnValueOnce(null)
    await app.find(reference)
    tab.closed = true
    await app.find(reference)
    expect(tab.location.replace).not.toHaveBeenCalled()
  })
})

test('the slips dialog shows a failure if the browser is offline, and loads the slips on a retry (R409)', async () => {
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const app = await open()
  expect(app.list.getSnapshot().value).toBe('failed')
  app.list.send({ type: 'page.retry' })
  expect((await app.settled()).context.rows).toHaveLength(7)
})

test('if the server sends no total, the list assumes another page after each full page (R179, D-33)', async () => {
  const slip = { createdAt: '2026-01-02T03:04:05.000Z', amount: 5, status: 'NEW' }
  answer({ slips: Array.from({ length: PAGE_SIZE }, () => slip) })
  const app = await open()
  expect(app.list.getSnapshot().context.last).toBe(2)
  answer({ slips: [slip] })
  app.list.send({ type: 'page.choose', page: 2 })
  expect((await app.settled()).context).toMatchObject({ page: 2, rows: [{ amount: 500 }] })
})
