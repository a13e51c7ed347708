import { expect, type Page } from '@playwright/test'
import { attach, kept, openChat, speaker, wordsOf, write } from '#e2e/paths/conversation.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import { KEPT, keptText, keptTextToo, text, trace } from '#tests/kit/samples/chat.ts'
import { PNG } from '#tests/kit/samples/png.ts'
import type model from './chat-box.model.ts'

/** What was written before the page was loaded again, by its ids. */
const written = new WeakMap<Page, readonly string[]>()

const open: Arrange = (it) => openChat(it, '/contact?chat=open')

const idOf = ({ page }: It, at: number) => written.get(page)?.[at] ?? KEPT
/** Says in the place of one of the texts of before what becomes of it. */
const says =
  (type: string, at: number, payload = {}): Arrange =>
  (it) =>
    it.send(type, { clientId: idOf(it, at), ...payload })
const stops = (at: number): Arrange => says('item.stopped', at, { isHopeless: false })
const arrived = (it: It) => text(idOf(it, 0), 0, 'customer')

export default {
  as: 'guest',
  held: ['chat.config', 'chat.send', 'chat.uploadImage'],
  starts: {
    'the chat is on': open,
    'the page is loaded again, two texts were not sent and one not finished': async (it) => {
      const { page, chat, input } = it
      await open(it)
      for (const each of [keptText, keptTextToo]) await write(it, wordsOf(each))
      await chat.box.fill((input as { draft: string }).draft)
      const ids = (await kept(it)).map(({ clientId }) => clientId)
      expect(ids).toHaveLength(2)
      written.set(page, ids)
      await page.reload()
      await expect(chat.panel).toBeVisible()
    },
  },
  events: {
    'the speaker is identified': async (it) => {
      if (it.line.isWaiting('chat.config')) return it.line.letThrough(['chat.config'])
      return it.send('box.ready', { who: (await speaker(it)).who })
    },
    'the player answers by a button': ({ send }) => send('box.answer', { item: { type: 'text', message: 'ฝากเงิน' } }),
    'a button has nothing to say': ({ send }) => send('box.answer', { item: { type: 'text', message: ' ' } }),
    // the files of the model live in the page: the same are chosen here
    'the player attaches a picture': (it) => attach(it, 'photo.png', 'image/png', PNG),
    'the player attaches a text file': (it) => attach(it, 'note.txt', 'text/plain', 'x'),
    'the history grows': (it) => it.send('box.look', { messages: [arrived(it)] }),
    'the text of before goes out to a plain backend': (it) =>
      it.send('item.traced', { out: { ...keptText, clientId: idOf(it, 0), trace } }),
    'the text of before is sent again': says('item.waits', 0),
    'the text of before cannot be sent': stops(0),
    'the other text of before cannot be sent': stops(1),
    'the text of before is taken back': says('item.removed', 0),
    'the text of before has arrived': (it) => says('item.sent', 0, { message: arrived(it) })(it),
  },
} satisfies Fixtures<typeof model>
