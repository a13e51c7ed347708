import { conversationId } from '#contract/chat.ts'
import { newest, newestPage, openChat, supportSays } from '#e2e/paths/conversation.ts'
import type { Fixtures, It } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import { text } from '#tests/kit/samples/chat.ts'
import type model from './chat-line.model.ts'

const isSaid = async (app: It) => (await newestPage(app)).length > 0
/**
 * The id of the newest message, which replaces the model's `m9`. In an empty conversation, the id is the literal
 * `m9`.
 */
const m9 = async (app: It) => ((await isSaid(app)) ? conversationId(await newest(app)) : 'm9')

/**
 * Opens the chat on a fake socket that sends engine.io's first packet and then stays silent, so that all of the
 * socket's events come from the path.
 */
async function open(app: It) {
  await app.page.routeWebSocket(/socket\.io/, (line) => {
    const beats = { pingInterval: 1e9, pingTimeout: 1e9 }
    line.send(`0${JSON.stringify({ sid: 'silent', upgrades: [], maxPayload: 1e6, ...beats })}`)
  })
  await openChat(app, '/user/contact?chat=open')
  await stopClock(app)
}

export default {
  as: 'newcomer',
  starts: { 'the chat is available': open },
  answers: {
    'chat.config': {
      'only the room prefix (a plain backend)': async ({ line }) => line.answer('chat.config', { PREFIX: 'krapao' }),
    },
    missed: {
      'the messages up to m9': async (app) => {
        if (!(await isSaid(app))) await supportSays(app, 'm9')
      },
    },
  },
  events: {
    'the socket is connected': ({ send }) => send('line.up'),
    'the socket is disconnected': ({ send }) => send('line.down'),
    'the player retries': ({ send }) => send('line.retry'),
    'the room is joined: the conversation is empty': ({ send }) =>
      send('line.joined', { reply: { joined: true, last: null } }),
    'the room is joined: the newest message is m9': async (app) =>
      app.send('line.joined', { reply: { joined: true, last: await m9(app) } }),
    'the room cannot be joined': ({ send }) => send('line.joined', { reply: { joined: false, last: null } }),
    'message m10 arrives, which follows m9': async (app) =>
      app.send('line.message', { message: { ...text('m10', 10), previous: await m9(app) } }),
    'message m12 arrives, but m11 is missing': ({ send }) =>
      send('line.message', { message: { ...text('m12', 12), previous: 'm11' } }),
  },
} satisfies Fixtures<typeof model>
