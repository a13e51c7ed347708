import { expect, test, vi } from 'vitest'
import { guestName } from '#contract/chat.ts'
import { ChatLine } from './kit/chat-line.ts'
import { type ChatProcess, PROCESSES, withProcesses } from './kit/chat-processes.ts'

const CUSTOMERS = 8
/** Of each customer, and to each. */
const MESSAGES = 50
const TOTAL = 2 * CUSTOMERS * MESSAGES
const INTERRUPTIONS = 50
/** Every tenth interruption takes a server away. */
const KILL = 10
const PATIENCE = { timeout: 60_000, interval: 100 }

type Customer = { line: ChatLine; owner: string; sent: string[]; told: string[] }

/** Somebody of support says something, again until it is taken. */
async function tell(base: string, to: string, text: string, over: AbortSignal) {
  const clientId = crypto.randomUUID()
  while (!over.aborted) {
    const body = new URLSearchParams({ to, kind: 'text', text, clientId })
    const init = { method: 'POST', body, redirect: 'manual', signal: AbortSignal.timeout(5_000) } as const
    const reply = await fetch(`${base}/sandbox/chat/say`, init).catch(() => null)
    if (reply?.status === 303) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function customerAt({ url }: ChatProcess): Promise<Customer> {
  const headers = { 'X-Requested-With': 'wallet-user' }
  const { guestId } = await (await fetch(`${url}/api/chat/config`, { headers })).json()
  const line = new ChatLine(url, { guestId })
  await line.open()
  await line.say('0')
  return { line, owner: guestName(guestId), sent: ['0'], told: [] }
}

test(`D-24 D-25 D-50 ${TOTAL} messages both ways, ${INTERRUPTIONS} interruptions: none lost, none doubled, all in order (${PROCESSES} processes)`, async () => {
  await withProcesses({ CHAT_MESSAGES: '100000', CHAT_BOT: '0' }, async (processes) => {
    const at = (i: number) => processes[i % PROCESSES] as ChatProcess
    const over = new AbortController()
    let taken = 0
    const waiting: { from: number; done: () => void }[] = []
    const take = () => {
      taken += 1
      for (const { from, done } of waiting) if (taken >= from) done()
    }
    const takenAtLeast = (from: number) =>
      new Promise<void>((done) => {
        if (taken >= from) done()
        else waiting.push({ from, done })
      })
    const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, i) => customerAt(at(i))))
    try {
      async function talk({ line, sent }: Customer) {
        for (let i = 1; i < MESSAGES; i++) {
          sent.push(String(i))
          await line.say(String(i))
          take()
        }
      }
      async function answer({ owner, told }: Customer, i: number) {
        for (let n = 0; n < MESSAGES; n++) {
          told.push(`a${n}`)
          await tell(at(i + 1).url, owner, `a${n}`, over.signal)
          take()
        }
      }
      let kills = 0
      async function interrupt() {
        for (let n = 1; n <= INTERRUPTIONS; n++) {
          await takenAtLeast((n * (TOTAL - CUSTOMERS)) / (INTERRUPTIONS + 1))
          if (n % KILL === 5) {
            await at(kills).kill()
            kills += 1
          } else at(n).cut()
        }
      }
      await Promise.all([...customers.map(talk), ...customers.map(answer), interrupt()])
      expect(kills).toBe(INTERRUPTIONS / KILL)

      for (const { line, sent, told } of customers) {
        const texts = () =>
          line.messages().map(({ sender, message }) => [sender, (message.payload as { message: string }).message])
        await vi.waitFor(() => expect(texts()).toHaveLength(2 * MESSAGES), PATIENCE)
        const by = (wanted: string) =>
          texts()
            .filter(([sender]) => sender === wanted)
            .map(([, text]) => text)
        expect([by('customer'), by('other')]).toEqual([sent, told])
      }
      const counts = customers.map(({ line }) => line.counts)
      const sum = (name: 'joins' | 'catches' | 'resends') => counts.reduce((all, each) => all + each[name], 0)
      // The interruptions did interrupt.
      expect(Math.min(sum('joins'), sum('catches'))).toBeGreaterThan(INTERRUPTIONS)
      expect(sum('resends')).toBeGreaterThan(0)
      if (process.env.FIGURES) process.stdout.write(`${JSON.stringify(counts)}\n`)
    } finally {
      over.abort()
      for (const { line } of customers) line.close()
    }
  })
}, 180_000)
