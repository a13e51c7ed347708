import { html } from 'hono/html'
import type { Conversation } from '#contract/chat.ts'
import { type ChatButton, contentOf } from '#contract/chat-content.ts'
import { type Kind, SAYINGS } from './agent-says.ts'
import { head } from './head.ts'
import { toggle } from './toggle.ts'

type Listed = { owner: string; member: string | null; at: Date | null; unread: number }
type Shown = {
  chats: readonly Listed[]
  open: { owner: string; messages: readonly Conversation[] } | null
  isBotOn: boolean
}

const LABELS: Record<Kind, string> = {
  text: 'Text',
  buttons: 'Buttons',
  image: 'Picture',
  video: 'Video',
  file: 'File',
  quick_replies: 'Quick replies',
  generic: 'Cards',
  postback: 'Postback',
  other: 'Unknown type',
}

const time = (at: Date) => at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })
const called = ({ owner, member }: Pick<Listed, 'owner' | 'member'>) => member ?? owner

function chatRow(chat: Listed) {
  const unread = chat.unread > 0 ? html` <strong class="state open">${chat.unread} new</strong>` : ''
  return html`<li class="line">
    <a href="/sandbox/chat?with=${encodeURIComponent(chat.owner)}">${called(chat)}</a>
    <span>${chat.at ? time(chat.at) : ''}${unread}</span>
  </li>`
}

const buttonWords = (buttons: readonly ChatButton[]) => buttons.map(({ title }) => title).join(' · ')

/** Returns a message as text, or as HTML if it contains a file or is of an unknown type. */
function wordsOf({ message }: Conversation) {
  const content = contentOf(message)
  switch (content.type) {
    case 'media': {
      const { url, fileType, name, message } = content.media
      const link = html`<a href="${url ?? ''}" target="_blank" rel="noopener">${name ?? fileType}</a>`
      const image = fileType === 'image' ? html`<img class="slip" src="${url ?? ''}" alt="" height="120">` : ''
      return html`${image}${link} ${message ?? ''}`
    }
    case 'generic':
      return content.cards.map(({ title }) => title).join(' · ')
    case 'buttons':
    case 'quick_replies':
      return `${content.message} [${buttonWords(content.buttons)}]`
    case 'unknown':
      return html`<code>${JSON.stringify(message)}</code>`
    default:
      return content.message
  }
}

const messageRow = (said: Conversation) => html`<li class="code">
  <div class="line"><strong>${said.sender === 'customer' ? 'Customer' : (said.name ?? 'Support')}</strong>
    ${time(new Date(said.createdAt))}</div>
  <p class="sms" lang="th">${wordsOf(said)}</p>
</li>`

const openPart = ({ owner, messages }: NonNullable<Shown['open']>) => html`<section>
  <h2>Conversation</h2>
  <p><code>${owner}</code> · newest first</p>
  <form method="post" action="/sandbox/chat/say" class="line says">
    <input type="hidden" name="to" value="${owner}">
    <label>Answer <input name="text" maxlength="2000" autocomplete="off" required value="สวัสดี" lang="th"></label>
    ${SAYINGS.map(
      (kind) =>
        html`<button name="kind" value="${kind}" class="${kind === 'text' ? '' : 'quiet'}">${LABELS[kind]}</button>`,
    )}
  </form>
  <form method="post" action="/sandbox/chat/say" class="line">
    <input type="hidden" name="to" value="${owner}">
    <label>Any message, as JSON
      <input name="message" autocomplete="off" required value='{"message_type":"text","payload":{"message":"…"}}'>
    </label>
    <button class="quiet">Send JSON</button>
  </form>
  <ul>${messages.map(messageRow)}</ul>
</section>`

/** The page of the support desk, with a list of all conversations and the messages of the open one. */
export const chatPage = ({ chats, open, isBotOn }: Shown) => html`<!doctype html>
<html lang="en">
  ${head('Support chat · krapao')}
  <body>
    <main>
      <h1>Support chat</h1>
      <p>Simulated support. The bot answers by itself, but not within ten minutes of an answer from here.
        <a href="/sandbox">Sandbox</a> · <a href="/">Open krapao</a></p>
      <section>
        <h2>Conversations</h2>
        <ul>${chats.map(chatRow)}</ul>
        ${chats.length === 0 ? html`<p class="none">Nobody has written yet.</p>` : ''}
        <ul>${toggle('/sandbox/chat/bot', 'bot', 'Bot', isBotOn)}</ul>
      </section>
      ${open ? openPart(open) : ''}
    </main>
    <script type="module" src="/sandbox/chat/live.js"></script>
  </body>
</html>`
