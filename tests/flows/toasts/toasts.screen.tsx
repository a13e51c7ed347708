import { screen } from '@testing-library/react'
import th from '#locales/th.json'
import { Messages } from '#src/features/session/messages.tsx'
import { defineDriver } from '#tests/kit/driver.ts'
import { click, told } from '#tests/kit/screen.ts'
import model from './toasts.model.ts'

export default defineDriver(model, {
  view: (actor) => <Messages actor={actor} />,
  act: {
    'toast.show': 'outside',
    'toast.expire': 'outside',
    'toast.close': {
      ways: [
        async ({ id }, { context: { toasts } }) => {
          const closes = screen.getAllByRole('button', { name: th.action.close })
          await click(closes[toasts.findIndex((toast) => toast.id === id)])
        },
      ],
      when: ({ context: { toasts } }, { id }) => toasts.some((toast) => toast.id === id),
    },
  },
  texts: [th.qr.done, th.errorMsg.EXISTING_USER, th.errorMsg.OTP_SEND_FAIL],
  look: {
    open: ({ context: { toasts } }) => ({
      controls: toasts.map(() => th.action.close),
      sees: toasts.flatMap(({ text }) => (typeof text === 'string' ? [th.qr.done] : told(text))),
    }),
  },
})
