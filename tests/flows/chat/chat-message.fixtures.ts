import { expect } from '@playwright/test'
import { attach, kept, openChat, sayInOtherTab, wordsOf, write } from '#e2e/paths/conversation.ts'
import { type Arrange, type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import { keptText } from '#tests/kit/samples/chat.ts'
import { PNG } from '#tests/kit/samples/png.ts'
import type model from './chat-message.model.ts'

const OTHER = 'อีกเรื่อง'
const plain = never('this backend knows message ids')

const writeText = (app: It) => write(app, wordsOf(keptText))
const attachPicture = (app: It) => attach(app, 'photo.png', 'image/png', PNG)

/** The first unsent item, which is the path's message. */
async function first(app: It) {
  const [item] = await kept(app)
  if (!item) throw new Error('nothing is kept')
  return item
}
async function mean(app: It) {
  const { clientId } = await first(app)
  await app.page.evaluate((id) => Object.assign(window, { krapaoWhich: { clientId: id } }), clientId)
}
/** Writes a message while the current user is unknown, so that the message waits. */
const written =
  (how: (it: It) => Promise<void>): Arrange =>
  async (app) => {
    await openChat(app, '/contact?chat=open')
    await how(app)
    await mean(app)
  }
/** Writes a message, reloads the page, and waits until the current user is known. */
const again =
  (how: (it: It) => Promise<void>): Arrange =>
  async (app) => {
    await written(how)(app)
    await app.page.reload()
    await app.line.letThrough(['chat.config'])
    await expect(app.chat.online).toBeVisible()
    await mean(app)
  }

export default {
  as: 'guest',
  held: ['chat.config'],
  dropped: ['chat.send'],
  starts: {
    'the player writes a message': written(writeText),
    'the player attaches a picture': written(attachPicture),
    'the page is reloaded before a text message is sent': again(writeText),
    'the page is reloaded after a text message was sent to a plain backend': plain,
    'the page is reloaded before a picture is uploaded': again(attachPicture),
  },
  before: {
    // sends another message first, because the resent one would otherwise be sent immediately
    'the player resends the message': async (app) => {
      if (await app.chat.resend.isVisible()) await write(app, OTHER)
    },
  },
  events: {
    'it is the message’s turn to be sent': async (app) => {
      const isKnown = await app.chat.online.isVisible()
      await app.line.letThrough([isKnown ? 'chat.send' : 'chat.config'])
      if (!isKnown) await expect(app.chat.online).toBeVisible()
    },
    'it is the message’s turn to be sent, on a plain backend': plain,
    'the history is loaded and does not contain the message': (app) => app.send('item.unseen'),
    'half of the picture is uploaded': (app) => app.send('item.progress', { sent: 512, size: 1024 }),
    'the history contains the message': async (app) => sayInOtherTab(app, await first(app)),
  },
} satisfies Fixtures<typeof model>
