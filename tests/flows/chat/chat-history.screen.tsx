import { useActorRef } from '@xstate/react'
import { createEmptyActor, type SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { ChatMessages } from '#src/features/chat/chat-messages.tsx'
import type { History } from '#src/features/chat/types.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { press, type ScreenSnapshot, scrollThrough } from '#tests/kit/screen.ts'
import model from './chat-history.model.ts'

const { action, chat, state } = th
const boxLogic = frozen(chatBoxMachine)
const nothingWritten = { owner: createEmptyActor() as never, kept: [], draft: '' }

/** Shows a list shorter than a page of messages, so that older messages load only when the player scrolls up. */
function Page({ history }: { history: History }) {
  const box = useActorRef(boxLogic, { input: nothingWritten })
  return (
    <div style={{ display: 'grid', blockSize: 160 }}>
      <ChatMessages history={history} box={box} />
    </div>
  )
}

type Seen = SnapshotFrom<typeof model.config.machine>
const isFailed = (seen: Seen) => seen.matches('failed') || seen.matches({ early: 'failed' })
const loading = (): ScreenSnapshot => ({ controls: [], sees: [state.loading] })
const failed = (text: string) => (): ScreenSnapshot => ({ controls: [action.retry], alerts: [text] })

export default defineDriver(model, {
  view: (actor) => <Page history={actor} />,
  act: {
    'line.configured': 'outside',
    'line.message': 'outside',
    'line.missed': 'outside',
    'line.failed': 'outside',
    'history.add': 'outside',
    'history.more': {
      ways: [(_, seen) => (isFailed(seen) ? press(action.retry)() : scrollThrough(chat.log))],
    },
  },
  children: { chatLine: { logic: frozen(chatLineMachine) } },
  texts: [state.loading, chat.empty],
  look: {
    'early.awaited': loading,
    'early.failed': failed(chat.historyFailed),
    waiting: ({ context: { messages } }) => ({ controls: [], sees: messages.length > 0 ? [] : [chat.empty] }),
    loading,
    failed: failed(chat.olderFailed),
  },
})
