import th from '#locales/th.json'
import { Messages } from '#src/features/session/messages.tsx'
import { drive } from './kit/drive.tsx'
import { press } from './kit/screen.ts'
import model from './models/toasts.model.ts'

drive(model, {
  view: (actor) => <Messages actor={actor} />,
  act: {
    'toast.show': 'outside',
    'toast.expire': 'outside',
    'toast.close': {
      ways: [press(th.action.close)],
      when: ({ context: { toasts } }, { id }) => toasts.some((toast) => toast.id === id),
    },
  },
  texts: [th.qr.done],
  look: {
    open: ({ context: { toasts } }) => ({
      controls: toasts.map(() => th.action.close),
      sees: toasts.map(() => th.qr.done),
    }),
  },
})
