import { userEvent } from '@testing-library/user-event'
import th from '#locales/th.json'
import { ChatCompose } from '#src/features/chat/chat-compose.tsx'
import { drive } from './kit/drive.tsx'
import { fill, key, press, type Sight } from './kit/screen.ts'
import model from './models/chat-box.model.ts'

const { chat } = th
const user = userEvent.setup({ delay: null, applyAccept: false })

async function attach(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no field')
  await user.upload(input, file)
}

type Seen = Parameters<NonNullable<Parameters<typeof drive<typeof model.config.machine>>[1]['look']['ready']>>[0]
const look = ({ context: { draft, problem } }: Seen): Sight => ({
  controls: [chat.attach, chat.write, draft.trim() ? chat.send : `${chat.send} (off)`],
  alerts: problem === null ? [] : [chat.badFile],
})

drive(model, {
  view: (actor) => <ChatCompose box={actor} />,
  act: {
    'draft.type': { ways: [({ text }) => fill(chat.write, text)] },
    'draft.submit': {
      ways: [key('Enter', chat.write), press(chat.send)],
      when: ({ context: { draft } }) => draft.trim() !== '',
    },
    'box.attach': { ways: [({ file }) => attach(file)] },
    'box.answer': 'outside',
    'box.ready': 'outside',
    'box.look': 'outside',
    'item.waits': 'outside',
    'item.stopped': 'outside',
    'item.removed': 'outside',
    'item.sent': 'outside',
  },
  mute: ['layFile'],
  look: { early: look, ready: look },
})
