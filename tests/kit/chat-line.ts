import { io, type Socket } from 'socket.io-client'
import { newKey } from '#contract/call.ts'
import { CHAT_PAGE, type Conversation, type JoinReply, roomOf } from '#contract/chat.ts'

/** How long a call may take, how soon it is tried again, and how often the line is looked at, ms. A browser takes longer times. */
type Pace = { timeout: number; again: number; check: number }
const PACE: Pace = { timeout: 5_000, again: 100, check: 1_000 }

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * One customer's end of the chat as a browser plays it: nothing said is lost, doubled or out of order, whatever becomes of
 * the line. The rules: join at every connect and at every check; what `last` of a join or `previous` of a message does not
 * find known is fetched from the history, newest first, down to `known`; what fails is sent again under the same id; messages
 * are told apart by their id and ordered by the server's time. Source: D-24, D-25, D-50.
 */
export class ChatLine {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #auth: object
  readonly #pace: Pace
  readonly #messages = new Map<string, Conversation>()
  #room = ''
  #socket: Socket | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  /** The newest message up to which all are here; null at the beginning. */
  #known: string | null = null
  #catching: Promise<void> | undefined
  #isBehind = false
  #isOver = false
  /** Joins of the room; times that the history was needed; calls sent again; messages that came in twice. */
  readonly counts = { joins: 0, catches: 0, resends: 0, twice: 0 }

  constructor(base: string, auth: { guestId: string } | { token: string }, pace: Partial<Pace> = {}) {
    this.#base = base
    this.#auth = auth
    this.#pace = { ...PACE, ...pace }
    const authorization = 'token' in auth ? `Bearer ${auth.token}` : `Guest ${auth.guestId}`
    this.#headers = {
      'Content-Type': 'application/json',
      'X-Requested-With': 'wallet-user',
      Authorization: authorization,
    }
  }

  /** One call, again and again until it is answered with good news; the key and the input stay the same. */
  async #call(method: string, path: string, input?: object): Promise<unknown> {
    const key = newKey()
    while (!this.#isOver) {
      const reply = await fetch(`${this.#base}/api/chat/${path}`, {
        method,
        headers: { ...this.#headers, 'Idempotency-Key': key },
        signal: AbortSignal.timeout(this.#pace.timeout),
        ...(input && { body: JSON.stringify(input) }),
      }).catch(() => null)
      const body = reply?.ok ? await reply.json().catch(() => null) : null
      if (body !== null) return body
      this.counts.resends += 1
      await wait(this.#pace.again)
    }
    throw new Error('the line is closed')
  }

  /** Asks who it is, and keeps the line up from now on. */
  async open() {
    const { PREFIX, userId, guestId } = (await this.#call('GET', 'config')) as Record<string, string>
    this.#room = roomOf(PREFIX ?? '', userId ?? guestId?.split('.')[0] ?? '')
    const socket = io(this.#base, {
      transports: ['websocket'],
      auth: this.#auth,
      reconnectionDelay: this.#pace.again,
      reconnectionDelayMax: this.#pace.again,
    })
    this.#socket = socket
    socket.on('connect', () => this.#join())
    socket.on('messaging', (said: Conversation) => this.#hear(said))
    this.#timer = setInterval(() => (socket.connected ? this.#join() : socket.connect()), this.#pace.check)
  }

  #join() {
    this.#socket?.timeout(this.#pace.timeout).emit('join', this.#room, (error: Error | null, reply?: JoinReply) => {
      if (error || !reply?.joined) return
      this.counts.joins += 1
      if (this.#isBehind || reply.last !== this.#known) this.#catchUp()
    })
  }

  #hear(said: Conversation) {
    if (this.#add(said)) this.counts.twice += 1
    if ((said.previous ?? null) === this.#known) this.#known = said.clientId ?? null
    else if (said.clientId !== this.#known) this.#catchUp()
  }

  /** True when it was here already. */
  #add(said: Conversation): boolean {
    const id = said.clientId ?? ''
    const wasHere = this.#messages.has(id)
    this.#messages.set(id, said)
    return wasHere
  }

  /** One at a time; what came in meanwhile is looked for by another one. */
  #catchUp() {
    this.#isBehind = true
    this.#catching ??= this.#fetchMissed().then(
      () => {
        this.#catching = undefined
        if (this.#isBehind) this.#catchUp()
      },
      // Closed meanwhile: nobody reads it any more.
      () => {},
    )
  }

  async #fetchMissed() {
    this.#isBehind = false
    this.counts.catches += 1
    const from = this.#known
    let newest: string | null | undefined
    for (let skip = 0; ; skip += CHAT_PAGE) {
      const page = (await this.#call('POST', 'history', { limit: CHAT_PAGE, skip })) as Conversation[]
      newest ??= page[0]?.clientId ?? null
      for (const said of page) this.#add(said)
      if (page.length < CHAT_PAGE || page.some(({ clientId }) => clientId === from)) break
    }
    this.#known = newest ?? null
  }

  /** Says something; resolves when the server has it. One after the other, or their order is lost. */
  async say(message: string, clientId = newKey()): Promise<string> {
    const text = { message_type: 'text', payload: { message } }
    await this.#call('POST', 'send-message', { sender: 'customer', message: text, clientId })
    return clientId
  }

  /** What is here, in the order of the conversation. */
  messages(): Conversation[] {
    return [...this.#messages.values()].sort((one, other) => one.createdAt.localeCompare(other.createdAt))
  }

  /** Breaks the line off; it comes back by itself. */
  cut() {
    this.#socket?.io.engine.close()
  }

  close() {
    this.#isOver = true
    clearInterval(this.#timer)
    this.#socket?.close()
  }
}
