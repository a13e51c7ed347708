import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { LineState } from '#src/features/chat/line-state.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import type { ScreenSnapshot } from '#tests/kit/screen.ts'
import model from './chat-line.model.ts'

const { connecting, online, offline, polled } = th.chat
const says = (text: string) => (): ScreenSnapshot => ({ controls: [], sees: [text] })

/**
 * The expected text on a plain backend, where the chat is up to date if its history is. Without a socket, the text also
 * states how late a message may appear.
 */
function plain(seen: SnapshotFrom<typeof model.config.machine>): ScreenSnapshot {
  // the `polled` text starts with the `online` text, so both are found
  const current = seen.hasTag('polled') ? [online, polled] : [online]
  const pending = seen.hasTag('connecting') ? connecting : offline
  return { controls: [], sees: seen.hasTag('online') ? current : [pending] }
}

export default defineDriver(model, {
  view: (actor) => <LineState line={actor} />,
  act: {
    'line.up': 'outside',
    'line.down': 'outside',
    'line.joined': 'outside',
    'line.message': 'outside',
    // the player retries with the history's button, so this event comes from the history
    'line.retry': 'outside',
  },
  texts: [connecting, online, offline, polled],
  look: {
    configuring: says(connecting),
    unreachable: says(offline),
    'plain.socket.connecting': plain,
    'plain.socket.entered': plain,
    'plain.socket.absent': plain,
    'plain.history.fetching': plain,
    'plain.history.fresh': plain,
    'plain.history.polling': plain,
    'plain.history.behind': plain,
    'open.connecting': says(connecting),
    'open.offline.asking': says(offline),
    'open.offline.trying': says(offline),
    'open.up.joining': says(connecting),
    'open.up.catchingUp': says(online),
    'open.up.behind': says(online),
    'open.up.live': says(online),
    'open.up.checking': says(online),
  },
})
