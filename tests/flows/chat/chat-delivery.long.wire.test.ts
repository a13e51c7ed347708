import { expect, onTestFinished, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { type Conversation, conversationId, guestName } from '#contract/chat.ts'
import { wire } from '#src/api/request.ts'
import { guestId } from '#src/lib/guest-id.ts'
import { runChat } from '#tests/kit/chat-client.ts'
import { type ChatProcess, PROCESSES, withProcesses } from '#tests/kit/chat-processes.ts'
import { fakeWindow } from '#tests/kit/window.ts'

/** The number of messages that each side sends. */
const EACH = process.env.NIGHT ? 400 : 100
const INTERRUPTIONS = process.env.NIGHT ? 50 : 20
/** Every tenth interruption kills a server. */
const KILL = 10
const PATIENCE = { timeout: 60_000, interval: 100 }

/** Supplies the server URL for each connection, taking the servers in turn. */
const place = vi.hoisted(() => ({ next: (): string => '' }))
vi.mock('#src/lib/chat-url.ts', () => ({
  get CHAT_URL() {
    return place.next()
  },
}))
// a fifth of the product's intervals
vi.mock('#contract/chat.ts', async (original) => ({
  ...(await original<object>()),
  CHAT_CHECK: 1_000,
  CHAT_RECONNECT: 100,
}))

const soon = () => new Promise((done) => setTimeout(done, 50))

/** Sends a message as support, and retries until it is accepted. */
async function tell(base: string, to: string, text: string, over: AbortSignal) {
  const clientId = crypto.randomUUID()
  while (!over.aborted) {
    const body = new URLSearchParams({ to, kind: 'text', text, clientId })
    const init = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(5_000) } as const
    const reply = await fetch(`${base}/sandbox/chat/say`, init).catch(() => null)
    if (reply?.status === 303) return
    await soon()
  }
}

/** The conversation as stored on a server, oldest first. */
async function rowsAt({ url }: ChatProcess): Promise<Conversation[]> {
  const rows: Conversation[] = []
  for (let isAll = false; !isAll; ) {
    const reply = await fetch(`${url}/api/chat/history`, {
      method: 'POST',
      headers: {
        'X-Requested-With': 'wallet-user',
        'Content-Type': 'application/json',
        Authorization: `Guest ${guestId()}`,
      },
      body: JSON.stringify({ limit: 100, skip: rows.length }),
    })
    const page = (await reply.json()) as Conversation[]
    rows.push(...page)
    isAll = page.length < 100
  }
  return rows.reverse()
}

/** Counts accepted messages. `atLeast` resolves once the given number is reached. */
function counter() {
  let taken = 0
  const waiting: { from: number; done: () => void }[] = []
  return {
    take: () => {
      taken += 1
      for (const { from, done } of waiting) if (taken >= from) done()
    },
    atLeast: (from: number) =>
      new Promise<void>((done) => {
        if (taken >= from) done()
        else waiting.push({ from, done })
      }),
  }
}

test(`the product’s own chat delivers each of ${2 * EACH} messages in both directions exactly once and in order, despite ${INTERRUPTIONS} interruptions, and counts the unread messages (${PROCESSES} processes) (D-24, D-25, D-50, R250)`, async () => {
  await withProcesses({ CHAT_MESSAGES: '100000', CHAT_BOT: '0' }, async (processes) => {
    const at = (i: number) => processes[i % PROCESSES] as ChatProcess
    const own = { ...wire }
    const over = new AbortController()
    let turn = 0
    place.next = () => at(turn++).url
    wire.fetch = (path, init) => fetch(at(turn++).url + path, init)
    fakeWindow()
    onTestFinished(() => {
      over.abort()
      Object.assign(wire, own)
      vi.unstubAllGlobals()
    })
    await fetch(`${at(0).url}/sandbox/switch`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'enableChatWidget', isOn: 'true' }),
    })
    const chat = runChat()
    await chat.is('live')
    const { take, atLeast } = counter()
    const count = { resends: 0, kills: 0, joins: 0 }
    chat
      .history()
      .getSnapshot()
      .children.chatLine?.subscribe(({ value }) => {
        if (JSON.stringify(value).includes('joining')) count.joins += 1
      })

    /** Sends the player's messages, each after the previous one is delivered, and resends failed ones. */
    async function talk() {
      for (let i = 0; i < EACH; i++) {
        chat.say(String(i))
        for (let item = chat.items()[0]?.ref; item; item = chat.items()[0]?.ref) {
          await waitFor(item, (s) => s.status === 'done' || s.matches('failed'))
          if (item.getSnapshot().matches('failed')) await soon()
          if (item.getSnapshot().matches('failed')) {
            count.resends += 1
            item.send({ type: 'item.resend' })
          }
        }
        take()
      }
    }
    async function answer() {
      const name = guestName(guestId() ?? '')
      await chat.known(1)
      for (let i = 0; i < EACH; i++) {
        await tell(at(i + 1).url, name, `a${i}`, over.signal)
        take()
      }
    }
    async function interrupt() {
      for (let n = 1; n <= INTERRUPTIONS; n++) {
        await atLeast((n * 2 * EACH) / (INTERRUPTIONS + 1))
        if (n % KILL === 5) await at(count.kills++).kill()
        else at(n).cut()
      }
    }
    await Promise.all([talk(), answer(), interrupt()])

    await vi.waitFor(() => expect(chat.ids()).toHaveLength(2 * EACH), PATIENCE)
    const rows = await rowsAt(at(0))
    expect(chat.ids()).toEqual(rows.map(conversationId))
    const by = (wanted: string) => chat.texts().filter((_, i) => rows[i]?.sender === wanted)
    const all = Array.from({ length: EACH }, (_, i) => String(i))
    expect([by('customer'), by('other')]).toEqual([all, all.map((i) => `a${i}`)])
    expect(chat.unread()).toBe(EACH)
    // the interruptions really took effect
    expect(count.kills).toBe(INTERRUPTIONS / KILL)
    expect(Math.min(count.resends, count.joins)).toBeGreaterThan(INTERRUPTIONS / 5)
    if (process.env.FIGURES) process.stdout.write(`${JSON.stringify(count)}\n`)
  })
}, 600_000)
