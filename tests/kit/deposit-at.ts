import { type AnyActorRef, type AnyMachineSnapshot, createActor, type InputFrom, waitFor } from 'xstate'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { listener } from './start.ts'

/** True if the machine's attempt has ended or its outcome is unknown. */
export const isSettled = ({ children }: AnyMachineSnapshot): boolean => {
  const attempt = children.attempt as AnyActorRef | undefined
  return !attempt || attempt.getSnapshot().value === 'unknown'
}

/**
 * A member's deposit dialog, connected to the wire and opened as its route would open it. `again` simulates a reload.
 */
export async function depositAt({ wallet }: Pick<InputFrom<typeof depositLogic>, 'wallet'>) {
  const toasts = listener()
  async function open() {
    const input = {
      ...{ wallet, toasts: toasts.ref as never, rules: qrRules({}), pending: pendingDeposits() },
      asksPassword: true,
    }
    const dialog = createActor(depositLogic, { input }).start()
    const { context } = await waitFor(dialog, (s) => !s.hasTag('busy'))
    return { dialog, ...context }
  }
  let app = await open()
  return {
    now: () => app,
    again: async () => {
      app.dialog.stop()
      app = await open()
      return app
    },
    close: () => app.dialog.stop(),
    toasts: toasts.heard,
  }
}
