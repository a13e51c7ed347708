import { setTimeout as wait } from 'node:timers/promises'
import { roomOf } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { type Backend, brief, type Check, check, Fault, must, skip } from '../kit.ts'
import type { Line, SocketAuth } from '../socket.ts'
import { expectChat, history, holds, say, saying, textOf, type Whose, whose } from './chat.ts'

/** The time within which a message must arrive, ms. */
const ARRIVAL = 3_000
/** How long to wait for a join when no acknowledgement is expected, ms. */
const JOIN_TIME = 100
const STEP = 20

const tokenOf = ({ token }: Backend) => token ?? skip('nobody is signed in')
const countOf = ({ heard }: Line, text: string) => heard.filter((message) => holds(message, text)).length

async function connected(backend: Backend, auth: SocketAuth): Promise<Line> {
  return backend.subject.connect(auth).catch((error: Error) => {
    throw new Fault(`the socket does not connect: ${error.message}`)
  })
}

/** Opens a connection and joins the room of an id. Also returns the acknowledgement, if there is one. */
type Join = (auth: SocketAuth, id: string | null) => Promise<{ line: Line; reply: unknown }>

/** Opens the member's connection in the member's room. */
async function memberLine(backend: Backend, join: Join) {
  const { userId } = await whose(backend)
  return join({ token: tokenOf(backend) }, userId)
}

async function mustArrive(line: Line, text: string) {
  for (let time = 0; time < ARRIVAL && countOf(line, text) === 0; time += STEP) await wait(STEP)
  must(countOf(line, text) > 0, `the message is not there after ${ARRIVAL / 1_000} s`)
}

/** Runs a check with a `join` function, and closes all connections that it has opened. */
const withLines =
  (run: (backend: Backend, join: Join) => Promise<void>): Check['run'] =>
  async (backend) => {
    const lines: Line[] = []
    const join: Join = async (auth, id) => {
      const { PREFIX } = await backend.ask('chat.config', {})
      const line = await connected(backend, auth)
      lines.push(line)
      return { line, reply: await line.join(roomOf(PREFIX, id ?? ''), backend.isFull ? ARRIVAL : JOIN_TIME) }
    }
    try {
      await expectChat(backend)
      await run(backend, join)
    } finally {
      for (const line of lines) line.close()
    }
  }

/** Sends a message as a guest whose id was generated in the browser. */
async function sayAsGuest(backend: Backend, guestId: string, text: string) {
  const guest: Whose = { userId: null, guestId }
  const reply = await backend.send('chat.send', { ...saying(backend, guest, text), username: '' }, { token: null })
  if (backend.isFull && reply.status === 400) skip('guests need a signed id')
  backend.mustSucceed('chat.send', reply)
}

/** The chat socket: the events `join` and `messaging`. */
export const socketChecks = [
  check(
    'chat.send',
    'a message that is sent arrives once on the socket of its room',
    withLines(async (backend, join) => {
      const { line } = await memberLine(backend, join)
      const [text, next] = [textOf(6), textOf(7)]
      await say(backend, text)
      await mustArrive(line, text)
      await say(backend, next)
      await mustArrive(line, next)
      must(countOf(line, text) === 1, `the message arrived ${countOf(line, text)} times`)
    }),
  ),
  check(
    'chat.send',
    'a message of another room does not arrive',
    withLines(async (backend, join) => {
      const guestId = `guest-${newKey()}`
      const [member, guest] = await Promise.all([memberLine(backend, join), join({ guestId }, guestId)])
      const [foreign, own] = [textOf(8), textOf(9)]
      await sayAsGuest(backend, guestId, foreign)
      await mustArrive(guest.line, foreign)
      await say(backend, own)
      await mustArrive(member.line, own)
      must(countOf(member.line, foreign) === 0, 'the member receives a message of a guest')
      must(countOf(guest.line, own) === 0, 'a guest receives a message of the member')
    }),
  ),
  check(
    'chat.config',
    'the room of somebody else cannot be joined',
    withLines(async (backend, join) => {
      const { reply } = await join({ token: tokenOf(backend) }, 'somebody-else')
      must(Object(reply).joined === false, `the join is answered ${brief(reply)}`)
    }),
    { level: 'full' },
  ),
  check(
    'chat.send',
    'messages that were sent while the line was cut are in the history, each once, and do not arrive again',
    withLines(async (backend, join) => {
      const before = await memberLine(backend, join)
      must(Object(before.reply).joined === true, `the join is answered ${brief(before.reply)}`)
      before.line.close()
      const missed = [textOf(10), textOf(11)]
      for (const text of missed) await say(backend, text)
      const { line, reply } = await memberLine(backend, join)
      const rows = await history(backend, 10)
      // support may have answered in the meantime, so the join may name an even newer message
      const named = rows.findIndex(({ clientId }) => clientId === Object(reply).last)
      const newest = rows.findIndex((row) => missed.some((text) => holds(row, text)))
      must(named >= 0 && named <= newest, `the join names ${brief(Object(reply).last)} as the newest message`)
      for (const text of missed) {
        const count = rows.filter((row) => holds(row, text)).length
        must(count === 1, `a missed message is ${count} times in the history`)
      }
      const next = textOf(12)
      await say(backend, next)
      await mustArrive(line, next)
      must(!missed.some((text) => countOf(line, text) > 0), 'a missed message arrives again')
    }),
    { level: 'full' },
  ),
]
