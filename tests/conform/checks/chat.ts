import { newKey } from '#contract/random.ts'
import { slipPicture } from '#server/demo/slip-picture.ts'
import { type Backend, brief, check, must, refusal, shape, skip } from '../kit.ts'

const isOn = (flag: unknown) => (typeof flag === 'object' && flag !== null ? Object.values(flag)[0] : flag) === true

export type Whose = { userId: string | null; guestId: string | null }

export async function whose(backend: Backend): Promise<Whose> {
  const { profile } = await backend.ask('wallet.get', {})
  return { userId: String(profile._id), guestId: null }
}

/** Returns a message to support with the fields of R184–R186. At level full, `clientId` is added. */
export const saying = (backend: Backend, who: Whose, message: string) => ({
  ...who,
  sender: 'customer',
  message: { message_type: 'text', payload: { message }, deliver: 'sending' },
  createdAt: new Date().toISOString(),
  session_id: 'conform',
  username: backend.subject.member,
  name: 'Conform',
  deviceToken: null,
  ...(backend.isFull && { clientId: newKey() }),
})

export async function expectChat(backend: Backend) {
  if (!isOn(await backend.ask('lookup.enableChatWidget', {}))) skip('the chat is off')
}

export async function say(backend: Backend, text: string) {
  const sent = saying(backend, await whose(backend), text)
  const reply = await backend.send('chat.send', sent)
  backend.mustSucceed('chat.send', reply)
  const { createdAt } = reply.body as { createdAt: string | number }
  must(!Number.isNaN(timeOf(createdAt)), `createdAt is ${brief(createdAt)}`)
  return { sent, createdAt }
}

export async function history(backend: Backend, limit: number, skipped = 0) {
  const who = await whose(backend)
  const rows = await backend.ask('chat.history', { ...who, limit, skip: skipped })
  must(Array.isArray(rows), 'the history is no list')
  return rows as { createdAt?: string | number; clientId?: string; userId?: string; message?: unknown }[]
}

export const holds = (row: unknown, text: string) => JSON.stringify(row ?? {}).includes(text)
const timeOf = (said: string | number | undefined) => new Date(said ?? '').getTime()
export const textOf = (number: number) => `conformance check ${number} ${newKey()}`

/** The first box of an MP4 file. */
const MP4_HEAD = new TextEncoder().encode('\u0000\u0000\u0000\u0014ftypisom\u0000\u0000\u0002\u0000isom')

const upload = (call: 'chat.uploadImage' | 'chat.uploadVideo', file: () => File) =>
  check(
    call,
    'an uploaded file gets a path',
    async (backend) => {
      await expectChat(backend)
      const reply = await backend.send(call, { file: file() })
      backend.mustSucceed(call, reply)
      must((reply.body as { path: string }).path !== '', 'the path is empty')
    },
    { money: true },
  )

/** The checks of the support chat. They send a few messages, and the text of each tells support that it is a test. */
export const chatChecks = [
  shape('chat.config', {}, ({ PREFIX }) => must(PREFIX !== '', 'PREFIX is empty')),
  check('chat.config', 'a guest gets the prefix without a token', async (backend) => {
    const { PREFIX } = await backend.ask('chat.config', {}, { token: null })
    must(PREFIX === (await backend.ask('chat.config', {})).PREFIX, 'guests have another prefix')
  }),
  check(
    'chat.config',
    'the member is named',
    async (backend) => {
      const { userId } = await backend.ask('chat.config', {})
      must(userId === (await whose(backend)).userId, `userId is ${brief(userId)}`)
    },
    { level: 'full' },
  ),
  shape('chat.history', { limit: 10, skip: 0 }),
  check('chat.send', 'messages that were sent are in the history, newest first, each once', async (backend) => {
    await expectChat(backend)
    const texts = [1, 2, 3].map(textOf)
    for (const text of texts) await say(backend, text)
    const rows = await history(backend, 10)
    const order = texts.map((text) => rows.findIndex((row) => holds(row, text)))
    must(!order.includes(-1), `of 3 messages, number ${order.indexOf(-1) + 1} is missing in the history`)
    const [first = 0, second = 0, third = 0] = order
    must(third < second && second < first, 'the history does not come newest first')
    must(
      texts.every((text) => rows.filter((row) => holds(row, text)).length === 1),
      'a message is there twice',
    )
  }),
  check('chat.history', 'the history comes newest first', async (backend) => {
    const times = (await history(backend, 10)).map(({ createdAt }) => timeOf(createdAt))
    must(
      times.every((time, at) => at === 0 || !(time > (times[at - 1] ?? 0))),
      'an older message comes first',
    )
  }),
  check('chat.history', 'limit and skip take a part of the history', async (backend) => {
    const whole = await history(backend, 3)
    const part = await history(backend, 1, 1)
    must(part.length <= 1, `${part.length} messages instead of 1`)
    must(JSON.stringify(part) === JSON.stringify(whole.slice(1, 2)), 'skip 1, limit 1 is not the second message')
  }),
  check('chat.history', 'the history holds messages of this member alone', async (backend) => {
    const { userId } = await whose(backend)
    const other = (await history(backend, 10)).find((row) => row.userId && row.userId !== userId)
    must(other === undefined, `a message of ${other?.userId} is there`)
  }),
  check(
    'chat.send',
    'the history keeps clientId and the time that was answered',
    async (backend) => {
      await expectChat(backend)
      const text = textOf(4)
      const { sent, createdAt } = await say(backend, text)
      // support may have answered in the meantime, so the message need not be the newest
      const found = (await history(backend, 10)).find((row) => holds(row, text))
      must(found?.clientId === sent.clientId, `clientId is ${brief(found?.clientId)}`)
      must(found?.createdAt === createdAt, `createdAt is ${brief(found?.createdAt)}`)
    },
    { level: 'full' },
  ),
  check(
    'chat.send',
    'a message that is sent again is there once',
    async (backend) => {
      await expectChat(backend)
      const { sent } = await say(backend, textOf(5))
      backend.mustSucceed('chat.send', await backend.send('chat.send', sent))
      const same = (await history(backend, 10)).filter(({ clientId }) => clientId === sent.clientId)
      must(same.length === 1, `the message is there ${same.length} times`)
    },
    { level: 'full' },
  ),
  refusal('chat.send', 'a blank message', async (backend) => saying(backend, await whose(backend), ' '), ['NO_DATA'], {
    level: 'full',
  }),
  refusal(
    'chat.send',
    'a text of more than 2000 characters',
    async (backend) => saying(backend, await whose(backend), 'x'.repeat(2_001)),
    ['NO_DATA'],
    { level: 'full' },
  ),
  refusal(
    'chat.history',
    'the conversation of somebody else',
    {
      userId: 'somebody-else',
      guestId: null,
      limit: 10,
      skip: 0,
    },
    ['NO_USER'],
    { level: 'full' },
  ),
  check('chat.read', 'the chat can be marked as read', async (backend) => {
    await backend.ask('chat.read', await whose(backend))
  }),
  check(
    'chat.read',
    'what was read is not counted as unread',
    async (backend) => {
      await backend.ask('chat.read', await whose(backend))
      const { unread } = await backend.ask('chat.config', {})
      must(unread === 0, `unread is ${brief(unread)}`)
    },
    { level: 'full' },
  ),
  refusal('chat.uploadImage', 'a form without a file', {}, ['NO_DATA']),
  refusal('chat.uploadVideo', 'a form without a file', {}, ['NO_DATA']),
  refusal(
    'chat.uploadImage',
    'a file that is no picture',
    async () => ({
      file: new File(['no picture'], 'picture.txt', { type: 'text/plain' }),
    }),
    ['NO_DATA'],
  ),
  upload(
    'chat.uploadImage',
    () => new File([new Uint8Array(slipPicture('1.00'))], 'conform.png', { type: 'image/png' }),
  ),
  upload('chat.uploadVideo', () => new File([MP4_HEAD], 'conform.mp4', { type: 'video/mp4' })),
]
