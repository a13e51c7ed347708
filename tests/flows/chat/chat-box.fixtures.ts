import { expect, type Page } from '@playwright/test'
import { attach, kept, openChat, speaker, wordsOf, write } from '#e2e/paths/conversation.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import { KEPT, keptText, keptTextToo, text, trace } from '#tests/kit/samples/chat.ts'
import { PNG } from '#tests/kit/samples/png.ts'
import type model from './chat-box.model.ts'
import { ABOUT } from './chat-box.model.ts'

/** The ids of the messages written before the reload, by page. */
const written = new WeakMap<Page, readonly string[]>()

const open: Arrange = (app) => openChat(app, '/contact?chat=open')

const idOf = ({ page }: It, at: number) => written.get(page)?.[at] ?? KEPT
/** Injects an event from the unsent message at this position. */
const says =
  (type: string, at: number, payload = {}): Arrange =>
  (app) =>
    app.send(type, { clientId: idOf(app, at), ...payload })
const stops = (at: number): Arrange => says('item.stopped', at, { isHopeless: false })
const arrived = (app: It) => text(idOf(app, 0), 0, 'customer')

export default {
  as: 'guest',
  held: ['chat.config', 'chat.send', 'chat.uploadImage'],
  starts: {
    'the chat is available': open,
    'the page is reloaded with two unsent messages and a draft': async (app) => {
      const { page, chat, input } = app
      await open(app)
      for (const each of [keptText, keptTextToo]) await write(app, wordsOf(each))
      await chat.box.fill((input as { draft: string }).draft)
      const ids = (await kept(app)).map(({ clientId }) => clientId)
      expect(ids).toHaveLength(2)
      written.set(page, ids)
      await page.reload()
      await expect(chat.panel).toBeVisible()
    },
  },
  events: {
    'the current user is identified': async (app) => {
      if (app.line.isWaiting('chat.config')) return app.line.letThrough(['chat.config'])
      return app.send('box.ready', { who: (await speaker(app)).who })
    },
    'the player asks support about an error': ({ send }) => send('draft.begin', { draft: ABOUT }),
    'the player presses a quick reply': ({ send }) => send('box.answer', { item: { type: 'text', message: 'ฝากเงิน' } }),
    'the player presses a quick reply whose text is blank': ({ send }) =>
      send('box.answer', { item: { type: 'text', message: ' ' } }),
    // the model's File objects exist only in the page, so equal files are attached here
    'the player attaches a picture': (app) => attach(app, 'photo.png', 'image/png', PNG),
    'the player attaches a text file': (app) => attach(app, 'note.txt', 'text/plain', 'x'),
    'new messages appear in the history': (app) => app.send('box.look', { messages: [arrived(app)] }),
    'the first unsent message is sent to a plain backend': (app) =>
      app.send('item.traced', { out: { ...keptText, clientId: idOf(app, 0), trace } }),
    'the first unsent message is resent': says('item.waits', 0),
    'the first unsent message cannot be sent': stops(0),
    'the second unsent message cannot be sent': stops(1),
    'the first unsent message is removed': says('item.removed', 0),
    'the first unsent message is delivered': (app) => says('item.sent', 0, { message: arrived(app) })(app),
  },
} satisfies Fixtures<typeof model>
