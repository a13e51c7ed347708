import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createActor, createEmptyActor, fromPromise } from 'xstate'
import type { Conversation } from '#contract/chat.ts'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { ChatMessages } from '#src/features/chat/chat-messages.tsx'
import { formatDay } from '#src/lib/format.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { NOON, said, who } from '#tests/kit/samples/chat.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const DAY = 24 * 60
/**
 * The number of consecutive unchanged frames after which the list counts as at rest. Together, these frames last longer
 * than the 150 ms that the list waits for row sizes.
 */
const CALM = 12
/** A text message of one to five lines, by default one minute after the previous one. */
const text = (at: number, sender: Conversation['sender'] = 'other', minute = at) =>
  said(
    `m${at}`,
    minute,
    { message_type: 'text', payload: { message: `ข้อความ ${at} `.repeat(1 + (at % 7) ** 2) } },
    sender,
  )
const texts = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => text(from + at))

type Found = { found: Conversation[]; hasOlder: boolean }

/** Renders a conversation at phone size. `found`: its newest messages, or null while they load. */
async function open(found: Conversation[] | null) {
  const asked: ((page: Found) => void)[] = []
  const older = fromPromise<Found>(() => new Promise((done) => void asked.push(done)))
  const owner = createEmptyActor() as never
  const logic = frozen(chatHistoryMachine, { older })
  const history = createActor(logic, { input: { owner } }).start()
  const boxLogic = frozen(chatBoxMachine, { chatMessage: frozen(chatMessageMachine) })
  const box = createActor(boxLogic.provide({ actions: { saveFile: () => {}, saveDraft: () => {} } }), {
    input: { owner, kept: [], draft: '' },
  }).start()
  const does = (deed: () => void) => act(async () => deed())
  history.send({ type: 'line.configured', who, unread: 0 })
  if (found) history.send({ type: 'line.missed', found, since: undefined })
  onTestFinished(() => {
    history.stop()
    box.stop()
  })
  render(
    <div style={{ display: 'grid', inlineSize: 390, blockSize: 600 }}>
      <ChatMessages history={history} box={box} />
    </div>,
  )
  const list = screen.getByRole('region', { name: th.chat.log })
  const below = () => list.scrollHeight - list.scrollTop - list.clientHeight
  /** Waits until the list is at rest, because it may keep scrolling while it measures rows. */
  const settle = async () => {
    for (let last = Number.NaN, calm = 0; calm < CALM; ) {
      await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())))
      const now = list.scrollTop + list.scrollHeight
      calm = now === last ? calm + 1 : 0
      last = now
    }
  }
  await settle()
  return {
    list,
    box,
    history,
    does,
    below,
    settle,
    pages: asked,
    comes: async (message: Conversation) => {
      await does(() => history.send({ type: 'line.message', message }))
      await settle()
    },
    page: async (page: Found) => {
      await does(() => asked.at(-1)?.(page))
      await waitFor(() => expect(history.getSnapshot().matches('waiting')).toBe(true))
      await settle()
    },
    scrollTo: async (top: number) => {
      list.scrollTop = top
      await settle()
    },
    rowOf: (at: number) => list.querySelector(`time[datetime="${text(at).createdAt}"]`),
    newer: () => screen.queryByRole('button', { name: th.chat.newest }),
    days: () => [...list.querySelectorAll('[class*=day]')].map(({ textContent }) => plain(textContent ?? '')),
    log: () => screen.getByRole('log').textContent,
  }
}

describe('the message list before the newest page is loaded (R537)', () => {
  const hint = () => screen.queryByText(plain(th.chat.empty))

  test('shows that it is loading, not that the conversation is empty', async () => {
    const app = await open(null)
    expect([plain(screen.getByRole('status').textContent ?? ''), hint()]).toEqual([plain(th.state.loading), null])
    await app.does(() => app.history.send({ type: 'line.missed', found: [], since: undefined }))
    expect([screen.queryByRole('status'), hint()]).toEqual([null, expect.anything()])
  })

  test('shows that loading failed, even with new messages below, until the player retries', async () => {
    const app = await open(null)
    await app.does(() => app.history.send({ type: 'line.failed' }))
    const failed = () => plain(screen.getByRole('alert').textContent ?? '')
    expect([failed(), hint()]).toEqual([plain(th.chat.historyFailed), null])
    await app.comes(text(1))
    expect([failed(), app.rowOf(1)]).toEqual([plain(th.chat.historyFailed), expect.anything()])
    await userEvent.click(screen.getByRole('button', { name: plain(th.action.retry) }))
    expect(plain(screen.getByRole('status').textContent ?? '')).toBe(plain(th.state.loading))
  })
})

describe('a new message (R541)', () => {
  test.each([0, 60])('scrolls into view if the player is within %d px of the end', async (distance) => {
    const app = await open(texts(0, 10))
    await app.scrollTo(app.list.scrollHeight - app.list.clientHeight - distance)
    await app.comes(text(10))
    expect([app.below(), app.newer()]).toEqual([0, null])
    expect(app.rowOf(10)).not.toBeNull()
  })

  test('does not scroll into view if the player is farther up, but shows a button that scrolls to it', async () => {
    const app = await open(texts(0, 10))
    await app.scrollTo(app.list.scrollHeight - app.list.clientHeight - 61)
    const { scrollTop } = app.list
    await app.comes(text(10))
    expect([app.list.scrollTop, app.newer()]).toEqual([scrollTop, expect.anything()])
    // the button must not take the focus, because a phone would then hide its keyboard
    app.list.focus()
    await userEvent.click(app.newer() as HTMLElement)
    await app.settle()
    expect([app.below(), app.newer(), document.activeElement]).toEqual([0, null, app.list])
  })

  test('neither scrolls into view nor shows a button if it is the player’s own message from the server', async () => {
    const app = await open(texts(0, 10))
    await app.scrollTo(0)
    await app.comes(text(10, 'customer'))
    expect([app.list.scrollTop, app.newer()]).toEqual([0, null])
  })

  test('scrolls into view if the player has just sent it', async () => {
    const app = await open(texts(0, 10))
    await app.scrollTo(0)
    await act(async () => app.box.send({ type: 'box.answer', item: { type: 'text', message: 'ตอบ' } }))
    await app.settle()
    expect(app.below()).toBe(0)
  })
})

test('an older page is prepended before the player reaches the top, and the visible messages do not move (R537)', async () => {
  const app = await open(texts(20, 50))
  expect(app.pages).toEqual([])
  await app.scrollTo(120)
  expect(app.pages).toHaveLength(1)
  const seen = [...app.list.querySelectorAll('time')].find(
    (time) => time.getBoundingClientRect().top > app.list.getBoundingClientRect().top,
  )
  const before = seen?.getBoundingClientRect().top ?? Number.NaN
  await app.page({ found: texts(0, 20), hasOlder: true })
  expect(Math.abs((seen?.getBoundingClientRect().top ?? 0) - before)).toBeLessThanOrEqual(1)
  expect([seen?.isConnected, app.newer()]).toEqual([true, null])
})

test('the message list shows the name of each day above its first message (R186)', async () => {
  // noon today in Bangkok, so that a minute later is still the same day
  const today = Math.round((Date.now() - NOON) / 60_000 / DAY) * DAY
  const at = [today - 40 * DAY, today - 40 * DAY + 1, today - DAY, today]
  const app = await open(at.map((minute, n) => text(n, 'other', minute)))
  expect(app.days()).toEqual([
    formatDay(Date.now() - 40 * DAY * 60_000),
    plain(th.chat.yesterday),
    plain(th.chat.today),
  ])
})

test('the message list renders at most 200 elements for a conversation of 5,000 messages', async () => {
  const app = await open(texts(0, 5_000))
  expect(app.rowOf(4_999)).not.toBeNull()
  expect(document.querySelectorAll('body > div *').length).toBeLessThanOrEqual(200)
  await app.scrollTo(app.list.scrollHeight / 2)
  expect(document.querySelectorAll('body > div *').length).toBeLessThanOrEqual(200)
})

test("the message list announces new messages from support, but not the player's own or older messages", async () => {
  const app = await open(texts(20, 30))
  await app.comes(text(30))
  const spoken = app.log()
  expect(spoken).toContain('ข้อความ 30')
  await app.scrollTo(0)
  await app.page({ found: texts(0, 20), hasOlder: false })
  expect(app.log()).toBe(spoken)
  await app.comes(text(31, 'customer'))
  expect(app.log()).toBe('')
})
