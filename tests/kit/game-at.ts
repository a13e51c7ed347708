import { type Actor, createActor, type InspectionEvent, waitFor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { gameAccountLogic, pendingDeed } from '#src/actors/game-account.ts'
import { isSettled } from './deposit-at.ts'
import type { memberAt } from './member.ts'
import { listener } from './start.ts'

/**
 * The demo member's game dialog, connected to the wire and opened as its route would open it. Records the opened tabs
 * and all inspection events. Needs a fake window.
 */
export function gameAt({ wallet }: Pick<ReturnType<typeof memberAt>, 'wallet'>) {
  const tabs: { closed: boolean; led: string[] }[] = []
  const seen: string[] = []
  let actor: Actor<typeof gameAccountLogic> | undefined

  Object.assign(window, {
    open: () => {
      const tab = { closed: false, led: [] as string[] }
      tabs.push(tab)
      const close = () => Object.assign(tab, { closed: true })
      return Object.assign(tab, { close, location: { replace: (url: string) => void tab.led.push(url) } })
    },
  })
  const inspect = (event: InspectionEvent) => {
    if ('event' in event) seen.push(JSON.stringify(event.event))
    if ('snapshot' in event) seen.push(JSON.stringify(event.snapshot))
  }
  const opened = () => {
    if (!actor) throw new Error('no game is open')
    return actor
  }
  const settled = () => waitFor(opened(), (s) => isSettled(s) && !s.hasTag('busy'))

  /** Opens the dialog, or reopens it as after a reload. */
  async function open(code: string, web: string | null = null) {
    actor?.stop()
    const isActive = Object.hasOwn(DEMO.member.games, code)
    const input = { code, web, isActive, wallet, toasts: listener().ref as never, pending: pendingDeed(code) }
    actor = createActor(gameAccountLogic, { input, inspect }).start()
    return settled()
  }
  type Press = 'game.activate' | 'game.reset' | 'game.confirm' | 'game.fill' | 'game.gotIt'
  const send = (...types: Press[]) => {
    for (const type of types) opened().send({ type })
    return settled()
  }
  const press = (balance: number) => opened().send({ type: 'game.play', moves: toSatang(balance) })
  return {
    tabs,
    seen,
    open,
    send,
    /** Presses the play button. `balance` is the balance of the main wallet that the view shows, baht. */
    press,
    play: (balance: number = DEMO.member.wallet) => {
      press(balance)
      return settled()
    },
    check: () => {
      opened().getSnapshot().children.attempt?.send({ type: 'attempt.check' })
      return settled()
    },
    context: () => opened().getSnapshot().context,
    close: () => actor?.stop(),
  }
}
