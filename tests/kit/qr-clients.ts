import { type Actor, createActor, createEmptyActor, SimulatedClock, waitFor } from 'xstate'
import type { QrProvider } from '#contract/qr.ts'
import { depositLogic, qrRules } from '#src/actors/deposit.ts'

/**
 * Deposit dialogs of several players, connected to the wire. The delays of all dialogs run on one clock that the test
 * controls.
 */
export function qrClients() {
  const clock = new SimulatedClock()
  const opened: Actor<typeof depositLogic>[] = []

  /** Opens the deposit dialog in one browser and chooses a provider. */
  function open(provider: QrProvider = 'KBANK') {
    const nobody = createEmptyActor() as never
    const pending = { gift: null, slip: null }
    const input = { wallet: nobody, toasts: nobody, rules: qrRules({}), pending }
    const dialog = createActor(depositLogic, { input, clock })
    opened.push(dialog)
    dialog.start()
    dialog.send({ type: 'provider.choose', provider })
    const qr = dialog.getSnapshot().context.qr[provider]
    const quiet = () => waitFor(qr, (s) => !s.hasTag('busy'))
    const create = async (text: string) => {
      await quiet()
      qr.send({ type: 'amount.type', text })
      qr.send({ type: 'qr.create' })
      return quiet()
    }
    const code = () => {
      const child = qr.getSnapshot().children.qrCode
      if (!child) throw new Error('no code shows')
      return child
    }
    const qrcodeId = () => String(code().getSnapshot().context.code?.qrcodeId)
    /** Advances the clock so that the dialog checks once whether the code was paid. */
    const look = () => {
      clock.increment(4_000)
      return waitFor(code(), (s) => !s.matches({ live: { open: 'checking' } }))
    }
    return { dialog, qr, quiet, create, code, qrcodeId, look }
  }

  const close = () => {
    for (const dialog of opened.splice(0)) dialog.stop()
  }
  return { open, close }
}
/** One dialog, as returned by `open` of {@link qrClients}. */
export type QrClient = ReturnType<ReturnType<typeof qrClients>['open']>
