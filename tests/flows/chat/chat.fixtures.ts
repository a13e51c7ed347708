import { expect } from '@playwright/test'
import { CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import { sayInOtherTab, supportSays } from '#e2e/paths/conversation.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import th from '#locales/th.json' with { type: 'json' }
import { text } from '#tests/kit/samples/chat.ts'
import type model from './chat.model.ts'

const wordsOf = ({ message }: Conversation) => (message.payload as { message: string }).message
/** The text that the driver expects in the newest message from support. */
const NEWS = wordsOf(text('m1', 1))
const OLD = 'ก่อนหน้านี้'
const MINE = 'ถึงแอดมิน'
/** The number of history pages that are filled with messages from support. */
const OLD_PAGES = 5
const KNOWN = 'the current user is identified, and 2 messages are unread'

/** Simulates switching to another tab (`isHidden`) or back. */
const look =
  (isHidden: boolean): Arrange =>
  ({ page }) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)

export default {
  as: 'newcomer',
  held: ['chat.config', 'chat.history'],
  starts: {
    'the chat is available': async (app) => {
      const { page, sandbox, chat } = app
      await sandbox.turn('enableChatWidget', true)
      await page.goto('/user/contact')
      await expect(chat.launch).toBeVisible()
      for (let n = 0; n < OLD_PAGES * CHAT_PAGE; n += 1) await supportSays(app, OLD)
      await stopClock(app)
    },
  },
  before: { 'the player opens the panel': look(false) },
  events: {
    'the player asks support about an error': ({ send }) => send('chat.begin', { draft: '“NO_BANK”' }),
    'the page becomes hidden': look(true),
    'the page becomes visible': look(false),
    [KNOWN]: async (app) => {
      if (app.line.isWaiting('chat.config')) {
        await app.line.letThrough(['chat.config'])
        return app.line.waiting(['chat.history'])
      }
      // the product repeats this call only after a long disconnect, so the event is injected
      const who = { userId: await app.backend.id(), guestId: null }
      return app.send('history.begun', { who, unread: 2 })
    },
    'the newest messages are loaded': (app) => app.line.letThrough(['chat.history']),
    'older messages are loaded': async (app) => {
      if (await app.chat.panel.isVisible()) {
        await app.chat.log.hover()
        await app.page.mouse.wheel(0, -5000)
        // a panel that was never open cannot be scrolled, so the event is injected
      } else if (!app.line.isWaiting('chat.history'))
        return app.send('history.grown', { messages: [], kind: 'older', newest: null })
      await app.line.letThrough(['chat.history'])
    },
    'a message from the player is delivered': async (app) => {
      const message = `${MINE} ${crypto.randomUUID()}`
      if (await app.chat.panel.isVisible()) await app.chat.say(message)
      else await sayInOtherTab(app, { clientId: crypto.randomUUID(), item: { type: 'text', message } })
    },
    'support sends a message': (app) => supportSays(app, NEWS),
  },
  // unlike in the model, the panel is real and shows the messages
  beyond: new RegExp(`^(${[th.chat.connecting, th.state.loading, th.chat.newest, NEWS].join('|')})$`),
} satisfies Fixtures<typeof model>
