import { expect } from '@playwright/test'
import { attach, kept, openChat, sayInOtherTab, wordsOf, write } from '#e2e/paths/conversation.ts'
import { type Arrange, type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import { keptText } from '#tests/kit/samples/chat.ts'
import { PNG } from '#tests/kit/samples/png.ts'
import type model from './chat-message.model.ts'

const OTHER = 'อีกเรื่อง'
const plain = never('this backend knows message ids')

const writeText = (it: It) => write(it, wordsOf(keptText))
const attachPicture = (it: It) => attach(it, 'photo.png', 'image/png', PNG)

/** The first unsent text: the message of the path. */
async function first(it: It) {
  const [item] = await kept(it)
  if (!item) throw new Error('nothing is kept')
  return item
}
async function mean(it: It) {
  const { clientId } = await first(it)
  await it.page.evaluate((id) => Object.assign(window, { krapaoWhich: { clientId: id } }), clientId)
}
/** The current user is not known yet: messages wait. */
const written =
  (how: (it: It) => Promise<void>): Arrange =>
  async (it) => {
    await openChat(it, '/contact?chat=open')
    await how(it)
    await mean(it)
  }
/** From here on the current user is known. */
const again =
  (how: (it: It) => Promise<void>): Arrange =>
  async (it) => {
    await written(how)(it)
    await it.page.reload()
    await it.line.letThrough(['chat.config'])
    await expect(it.chat.online).toBeVisible()
    await mean(it)
  }

export default {
  as: 'guest',
  held: ['chat.config'],
  dropped: ['chat.send'],
  starts: {
    'the player writes a text': written(writeText),
    'the player attaches a picture': written(attachPicture),
    'the page is reloaded, a text was not sent': again(writeText),
    'the page is reloaded, a text was sent to a plain backend': plain,
    'the page is reloaded, a picture was not uploaded': again(attachPicture),
  },
  before: {
    // otherwise it would be sent at once: another message is being sent
    'the player resends it': async (it) => {
      if (await it.chat.resend.isVisible()) await write(it, OTHER)
    },
  },
  events: {
    'its turn comes': async (it) => {
      const isKnown = await it.chat.online.isVisible()
      await it.line.letThrough([isKnown ? 'chat.send' : 'chat.config'])
      if (!isKnown) await expect(it.chat.online).toBeVisible()
    },
    'its turn comes, on a plain backend': plain,
    'the history is loaded and does not contain it': (it) => it.send('item.unseen'),
    'half of the picture is uploaded': (it) => it.send('item.progress', { sent: 512, size: 1024 }),
    'the history contains it': async (it) => sayInOtherTab(it, await first(it)),
  },
} satisfies Fixtures<typeof model>
