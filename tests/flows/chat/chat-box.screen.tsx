import type { SnapshotFrom } from 'xstate'
import th from '#locales/th.json'
import { ChatCompose } from '#src/features/chat/chat-compose.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { fill, key, press, type ScreenSnapshot, upload } from '#tests/kit/screen.ts'
import model from './chat-box.model.ts'

const { chat } = th

type Seen = SnapshotFrom<typeof model.config.machine>
const look = ({ context: { draft, problem, stopped } }: Seen): ScreenSnapshot => ({
  controls: [
    ...(stopped.length > 1 ? [chat.resendAll] : []),
    chat.attach,
    chat.write,
    draft.trim() ? chat.send : `${chat.send} (off)`,
  ],
  alerts: problem === null ? [] : [chat.badFile],
})

export default defineDriver(model, {
  view: (actor) => <ChatCompose box={actor} />,
  act: {
    'draft.type': { ways: [({ draft }) => fill(chat.write, draft)] },
    'draft.submit': {
      ways: [key('Enter', chat.write), press(chat.send)],
      when: ({ context: { draft } }) => draft.trim() !== '',
    },
    'draft.begin': 'outside',
    'box.attach': { ways: [({ file }) => upload(file)] },
    'box.resend': { ways: [press(chat.resendAll)], when: ({ context: { stopped } }) => stopped.length > 1 },
    'box.answer': 'outside',
    'box.ready': 'outside',
    'box.look': 'outside',
    'item.traced': 'outside',
    'item.waits': 'outside',
    'item.stopped': 'outside',
    'item.removed': 'outside',
    'item.sent': 'outside',
  },
  mute: ['saveFile', 'saveDraft'],
  look: { early: look, ready: look },
})
