import { expect } from '@playwright/test'
import { CHAT_PAGE } from '#contract/chat.ts'
import { newest, newestPage, openChat, sayInOtherTab, speaker, supportSays } from '#e2e/paths/conversation.ts'
import type { Fixtures, It } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import { text } from '#tests/kit/samples/chat.ts'
import type model from './chat-history.model.ts'

/** Paths with this reply have only one page of older messages. */
const ALL = 'the server answers: the last of the older messages'
/** Message text that makes one page of messages taller than the panel. */
const LONG = 'ก่อนหน้านี้\n'.repeat(6)
const own = () => ({ clientId: crypto.randomUUID(), item: { type: 'text', message: 'ถึงแอดมิน' } as const })
const older = text('c0', -60, 'customer')

/**
 * Opens the chat with a filled history and reloads it. `chat.config` is then held, so the socket stays closed and the
 * test injects its events.
 */
async function open(app: It) {
  const { page, chat, line, words } = app
  await openChat(app, '/contact?chat=open')
  await line.letThrough(['chat.config'])
  await expect(chat.online).toBeVisible()
  await sayInOtherTab(app, own())
  const most = words.includes(ALL) ? CHAT_PAGE : 4 * CHAT_PAGE
  for (let n = 0; n < most; n += 1) await supportSays(app, LONG)
  await page.reload()
  await expect(chat.panel).toBeVisible()
  await stopClock(app)
}

export default {
  as: 'guest',
  held: ['chat.config'],
  // a list scrolled to the top loads older messages automatically
  passing: ['the newest page is loaded → waiting'],
  starts: { 'the chat is available': open },
  events: {
    'the current user is identified': async (app) =>
      app.send('line.configured', { who: (await speaker(app)).who, unread: 0 }),
    'support sends a message': async (app) => {
      await supportSays(app, LONG)
      await app.send('line.message', { message: await newest(app) })
    },
    'the newest page is loaded': async (app) => app.send('line.missed', { found: await newestPage(app) }),
    'the conversation is empty': ({ send }) => send('line.missed', { found: [] }),
    'the missed messages are loaded': async (app) => {
      await supportSays(app, LONG)
      await app.send('line.missed', { found: [await newest(app)], since: 'm9' })
    },
    'the history cannot be loaded': ({ send }) => send('line.failed'),
    'a message from the player is delivered': async (app) => {
      await sayInOtherTab(app, own())
      await app.send('history.add', { message: await newest(app) })
    },
    'an old message from the player is delivered': ({ send }) => send('history.add', { message: older }),
  },
} satisfies Fixtures<typeof model>
