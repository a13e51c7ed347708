import { act } from '@testing-library/react'
import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json'
import type { gameAccountMachine } from '#machines/game-account.machine.ts'
import { walletMachine } from '#machines/wallet.machine.ts'
import { GameDialog } from '#src/features/game/game-dialog.tsx'
import { realAttempt } from '#tests/kit/attempts.ts'
import { defineDriver } from '#tests/kit/driver.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { settle } from '#tests/kit/run.ts'
import { onBreak } from '#tests/kit/samples/failures.ts'
import { overview, reading, slot } from '#tests/kit/samples/wallet.ts'
import { key, press, type ScreenSnapshot, told } from '#tests/kit/screen.ts'
import model from './game-account.model.ts'

const { action, failure: failed, game, login, money, state } = th
/** The dialog's attempt, whose call stays pending. */
export const attempt = realAttempt()
const { child, isUnknown } = attempt
/** The label of the button that moves the money of the main wallet into the game and starts it. */
export const playWith = game.playWith.replace('{{amount}}', '1,500.50\u00A0บาท')

let balance = 0
const label = () => (balance > 0 ? playWith : game.play)
const read = fromPromise(async () => ({ ...reading, overview: { ...overview, wallet: { amount: balance } } }))
const openWallet = () =>
  createActor(frozen(walletMachine, { 'wallet.get': read }), { input: { syncedAt: null } }).start()
/** The wallet in the view. {@link put} sets its main balance. */
export let wallet = openWallet()
/** Sets the main balance. */
export async function put(amount: number) {
  balance = amount
  await act(async () => {
    wallet.send({ type: 'wallet.read' })
    await settle()
  })
}

type Actor = ActorRefFrom<typeof gameAccountMachine>
type Seen = ReturnType<Actor['getSnapshot']>

/** The expected screen of an open account: its credentials once loaded, its buttons, and the footer. */
function account({ value, context: { known, link } }: Seen, ...footer: string[]): ScreenSnapshot {
  const off = value === 'ready' ? '' : ' (off)'
  const credentials = [`${game.copyUsername}${off}`, login.show, `${game.copyPassword}${off}`]
  const deeds = [game.fill + (balance > 0 ? off : ' (off)'), `${game.reset}${off}`]
  return {
    controls: [action.close, ...(known ? [...credentials, ...deeds] : []), ...(link ? [game.enter] : []), ...footer],
    sees: [game.credit, ...(known ? [known.username] : [state.loading]), ...(link ? [game.blocked] : [])],
  }
}
/** The reason that the player reads: the server's own during a break from play, otherwise the text for the code. */
const reasonOf = (failure: Failure | null) => (failure?.code === onBreak.code ? [failure.message] : told(failure))
const closed = (footer: string): ScreenSnapshot => ({
  controls: [action.close, footer],
  sees: [game.inactive, game.inactiveLead],
})
/**
 * The expected account screen: with a busy button while an operation runs, or with a note if its outcome is unknown.
 */
function waiting(
  seen: Seen,
  busy: string,
  unsure: string,
  page = (footer: string) => account(seen, footer),
): ScreenSnapshot {
  if (isUnknown(seen.children.attempt)) return { ...page(action.checkAgain), alerts: [unsure] }
  return { ...page(`${busy} (busy)`), alerts: [] }
}

export default defineDriver(model, {
  view(actor) {
    // removes what an earlier path put into the wallet
    wallet.stop()
    balance = 0
    wallet = openWallet()
    return <GameDialog actor={actor} wallet={wallet} slot={slot('pg', { amount: satang(0) })} onClose={() => {}} />
  },
  act: {
    'game.activate': { ways: [press(game.activate)] },
    'game.reset': { ways: [press(game.reset)] },
    'game.confirm': { ways: [press(game.resetDo)] },
    'game.leave': { ways: [press(action.back), key('Escape')] },
    'game.fill': { ways: [() => put(150_050).then(press(game.fill))] },
    'game.retry': { ways: [press(action.retry)] },
    'game.gotIt': { ways: [press(action.gotIt), key('Escape')] },
    'game.copy': {
      ways: [({ what }) => press(what === 'username' ? game.copyUsername : game.copyPassword)()],
    },
    'game.play': { ways: [({ moves }) => put(moves).then(() => press(label())())] },
    'copy.ended': 'outside',
    'attempt.unknown': 'outside',
  },
  children: { attempt: child },
  texts: ({ context: { known, failure } }) => [
    game.credit,
    'player1',
    ...(known ? [known.username] : []),
    ...reasonOf(failure),
    state.loading,
    game.inactive,
    game.inactiveLead,
    game.blocked,
    th.transfer.done,
    '฿1,500.50',
    game.resetTitle,
    game.resetBody,
    game.unreadable,
    failed.title,
    failed.noConnection,
    th.errorMsg.MONEY_NOT_ENOUGH,
    th.errorMsg.SLOT_ALREADY_ACTIVE,
    onBreak.message,
    th.errorMsg.GAME_ACTIVATION_FAIL,
  ],
  look: {
    inactive: () => closed(game.activate),
    activating: (seen) => waiting(seen, game.activating, game.unsure, closed),
    resetting: (seen) => waiting(seen, game.resetting, game.unsure),
    'filling.only': (seen) => waiting(seen, th.transfer.busy, money.unknown),
    'filling.beforePlay': (seen) => waiting(seen, th.transfer.busy, money.unknown),
    filled: () => ({ controls: [action.gotIt], sees: [th.transfer.done, '฿1,500.50'] }),
    refused: ({ context: { failure } }) => ({ controls: [action.gotIt], sees: [failed.title, ...told(failure)] }),
    reading: (seen) => account(seen, `${label()} (off)`),
    unreadable: ({ context: { failure } }) => ({
      controls: [action.close, action.retry, `${label()} (off)`],
      sees: [game.credit, game.unreadable, ...told(failure)],
    }),
    barred: ({ context: { failure } }) => ({
      controls: [action.close, `${label()} (off)`],
      sees: [game.credit, ...reasonOf(failure)],
    }),
    ready: (seen) => account(seen, label()),
    confirming: () => ({ controls: [action.back, game.resetDo], sees: [game.resetTitle, game.resetBody] }),
    entering: (seen) => account(seen, `${game.playing} (busy)`),
  },
})
