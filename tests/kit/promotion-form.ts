import { type ActorRefFrom, waitFor } from 'xstate'
import type { promotionMachine } from '#machines/promotion.machine.ts'
import { isSettled } from './deposit-at.ts'

/** Drives the promotion code form. Each step returns once the attempt has ended or its outcome is unknown. */
export function promotionForm(form: () => ActorRefFrom<typeof promotionMachine>) {
  const done = () => waitFor(form(), (s) => isSettled(s) && !s.hasTag('busy'))
  return {
    done,
    find: (text: string) => {
      form().send({ type: 'code.type', text })
      form().send({ type: 'code.submit' })
      return done()
    },
    receive: () => {
      form().send({ type: 'promotion.receive' })
      return done()
    },
  }
}
