import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { ChatWidget } from '#src/features/chat/chat-widget.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { key, press, type ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './chat.model.ts'

const { action, chat, state } = th
type Seen = SnapshotFrom<typeof model.config.machine>

const NEWS = 'ข้อความ m1'
const title = chat.title.replace('{{site}}', 'krapao')
const unread = (n: number) => `${chat.open}, ${chat.unread.replace('{{n}}', String(n))}`

function look({ context: { unread: n, hint }, ...seen }: Seen): ScreenSnapshot {
  const isOpen = seen.matches({ panel: 'open' })
  const isWritten = seen.children.chatBox?.getSnapshot().context.draft !== ''
  return isOpen
    ? {
        controls: [action.close, chat.attach, chat.write, chat.send + (isWritten ? '' : ' (off)')],
        sees: [title, chat.connecting, state.loading],
      }
    : { controls: [n > 0 ? unread(n) : chat.open], sees: [hint ? NEWS : chat.bubble] }
}

const names = [
  'talk',
  'panel.closed',
  'panel.open.seen',
  'panel.open.hidden',
  'reading.idle',
  'reading.due',
  'reading.marking',
  'reading.again',
  'hint.none',
  'hint.shown',
]

export default defineDriver(model, {
  view: (actor) => (
    <ChatWidget
      actor={actor}
      onOpen={() => actor.send({ type: 'panel.open' })}
      onClose={() => actor.send({ type: 'panel.close' })}
    />
  ),
  act: {
    'panel.open': {
      ways: [(_, { context: { unread: n } }) => press(n > 0 ? unread(n) : chat.open)()],
      when: (seen) => seen.matches({ panel: 'closed' }),
    },
    'panel.close': {
      ways: [press(action.close), key('Escape')],
      when: (seen) => seen.matches({ panel: 'open' }),
    },
    'chat.begin': 'outside',
    'page.shown': 'outside',
    'page.hidden': 'outside',
    'history.begun': 'outside',
    'history.grown': 'outside',
    'box.sent': 'outside',
  },
  children: {
    chatHistory: { logic: frozen(chatHistoryMachine, { chatLine: frozen(chatLineMachine) }) },
    chatBox: { logic: frozen(chatBoxMachine) },
  },
  texts: [title, chat.connecting, state.loading, chat.bubble, NEWS],
  look: Object.fromEntries(names.map((name) => [name, look])),
})
