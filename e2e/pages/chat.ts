import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The support chat on the open page. */
export function chatPanel(page: Page, t: Texts) {
  const panel = page.getByRole('dialog', { name: t('chat.title', { site: 'krapao' }), exact: true })
  const launch = page.getByRole('button', { name: new RegExp(`^${t('chat.open')}`) })
  const box = panel.getByRole('textbox', { name: t('chat.write') })
  const log = panel.getByRole('region', { name: t('chat.log') })
  const button = (text: string) => panel.getByRole('button', { name: text, exact: true })
  return {
    panel,
    launch,
    box,
    log,
    button,
    /** The panel's own button, which precedes that of a toast. */
    close: button(t('action.close')).first(),
    /** Shown while the socket is connected. */
    online: panel.getByText(t('chat.online'), { exact: true }),
    offline: panel.getByText(t('chat.offline'), { exact: true }),
    /** The status below the player's last message. */
    failed: panel.getByText(t('chat.failed'), { exact: true }),
    resend: button(t('chat.resend')),
    file: panel.getByLabel(t('chat.attach')),
    pictures: log.getByRole('img'),
    videos: log.locator('video'),
    /** A message with exactly this text. */
    said: (text: string) => log.getByText(text, { exact: true }),
    /** Opens the panel with its button, and waits for the connection. */
    async open() {
      await launch.click()
      await expect(panel.getByText(t('chat.online'), { exact: true })).toBeVisible()
    },
    /** Sends a text message and waits until it appears in the conversation. */
    async say(text: string) {
      await box.fill(text)
      await box.press('Enter')
      await expect(log.getByText(text, { exact: true })).toHaveCount(1)
      await expect(panel.getByText(t('chat.sending'), { exact: true })).toHaveCount(0)
    },
  }
}

/** The sandbox's support desk, on its own page. Finds a conversation by the text of one of its messages. */
export class Desk {
  readonly #origin: string
  constructor(origin: string) {
    this.#origin = origin
  }

  /** Returns the owner of the conversation that contains this text. */
  async whoSaid(text: string): Promise<string> {
    const chats = (await (await fetch(`${this.#origin}/sandbox/chat/conversations`)).json()) as { owner: string }[]
    for (const { owner } of chats) {
      const said = await (await fetch(`${this.#origin}/sandbox/chat/messages?with=${encodeURIComponent(owner)}`)).text()
      if (said.includes(text)) return owner
    }
    throw new Error(`nobody said ${text}`)
  }

  /** Replies in a conversation through the API. */
  async say(to: string, text: string) {
    const body = new URLSearchParams({ to, kind: 'text', text })
    const reply = await fetch(`${this.#origin}/sandbox/chat/say`, { method: 'POST', body, redirect: 'manual' })
    expect(reply.status).toBe(303)
  }

  /** Replies in a conversation on the desk's page, and closes the page. */
  async answerByHand(page: Page, to: string, text: string) {
    await page.goto(`${this.#origin}/sandbox/chat?with=${encodeURIComponent(to)}`)
    await page.getByLabel('Answer').fill(text)
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await expect(page.getByText(text, { exact: true })).toBeVisible()
    await page.close()
  }
}
