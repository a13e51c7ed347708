import { expect, type Page } from '@playwright/test'
import { attach, kept, openChat, speaker, wordsOf, write } from '#e2e/paths/conversation.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import { KEPT, keptText, keptTextToo, text, trace } from '#tests/kit/samples/chat.ts'
import { PNG } from '#tests/kit/samples/png.ts'
import type model from './chat-box.model.ts'
import { ABOUT } from './chat-box.model.ts'

/** The texts written before the reload, by their ids. */
const written = new WeakMap<Page, readonly string[]>()

const open: Arrange = (it) => openChat(it, '/contact?chat=open')

const idOf = ({ page }: It, at: number) => written.get(page)?.[at] ?? KEPT
/** Replaces the outcome of an unsent text. */
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
    'the chat is available': open,
    'the page is reloaded with two unsent texts and a draft': async (it) => {
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
    'the current user is known': async (it) => {
      if (it.line.isWaiting('chat.config')) return it.line.letThrough(['chat.config'])
      return it.send('box.ready', { who: (await speaker(it)).who })
    },
    'the player comes from an error that names support': ({ send }) => send('draft.begin', { draft: ABOUT }),
    'the player presses an answer button': ({ send }) =>
      send('box.answer', { item: { type: 'text', message: 'ฝากเงิน' } }),
    'the player presses an answer button without a text': ({ send }) =>
      send('box.answer', { item: { type: 'text', message: ' ' } }),
    // the model's files exist in the page only: the same ones are chosen here
    'the player attaches a picture': (it) => attach(it, 'photo.png', 'image/png', PNG),
    'the player attaches a text file': (it) => attach(it, 'note.txt', 'text/plain', 'x'),
    'new messages are in the history': (it) => it.send('box.look', { messages: [arrived(it)] }),
    'the first unsent text is sent to a plain backend': (it) =>
      it.send('item.traced', { out: { ...keptText, clientId: idOf(it, 0), trace } }),
    'the first unsent text is resent': says('item.waits', 0),
    'the first unsent text cannot be sent': stops(0),
    'the second unsent text cannot be sent': stops(1),
    'the first unsent text is removed': says('item.removed', 0),
    'the first unsent text arrives': (it) => says('item.sent', 0, { message: arrived(it) })(it),
  },
} satisfies Fixtures<typeof model>
