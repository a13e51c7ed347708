import { type ActorRef, assign, fromCallback, type Snapshot, sendTo, setup } from 'xstate'
import { needsAgreement } from '#contract/agreement.ts'
import { AGREEMENT_DELAY } from '#contract/limits.ts'
import type { OperatorTexts, operatorCalls } from '#contract/operator.ts'
import { byOutput, call } from './lib/actors.ts'

type Wallet = ActorRef<Snapshot<unknown>, { type: 'wallet.open' }>
/** Requests `page.still`, which is sent once the player is no longer pressing anything on the page. */
export type PressQuestion = { type: 'press.ask' }

/**
 * The home page. It refreshes the balances when it opens, and when the player returns from a game or a bank app. After
 * a while it shows the agreement to players who have not read it. Source: R80, R87, R655, D-03, D-04.
 */
export const homeMachine = setup({
  types: {
    /** `seen` is the version of the agreement that the player has dismissed. `wallet` is the member's wallet. */
    input: {} as { seen: string | null; wallet: Wallet },
    context: {} as { seen: string | null; wallet: Wallet; agreements: OperatorTexts },
    events: {} as
      | { type: 'agreement.accept'; remember: boolean }
      /**
       * Answers `press.ask` once the player is no longer pressing anything, so that a dialog does not open under the
       * player's finger.
       */
      | { type: 'page.still' }
      /** The player returns to the page after it was hidden for a while. */
      | { type: 'page.returned' },
  },
  actors: {
    'lookup.agreements': call<(typeof operatorCalls)['lookup.agreements']>(),
    /**
     * Answers `press.ask` with `page.still` once the player is no longer pressing anything on the page. Implemented in
     * src/actors.
     */
    presses: fromCallback<PressQuestion>(() => {}),
    /** Sends `page.returned` when the player returns to the page. Implemented in src/actors. */
    returns: fromCallback(() => {}),
  },
  delays: { AGREEMENT_DELAY },
  guards: {
    isNew: ({ context }, agreements: OperatorTexts) => needsAgreement(agreements, context.seen),
  },
  actions: {
    openWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.open' }),
    /** Marks the agreements as read, permanently or until a reload. Implemented in src/actors. */
    rememberAgreements: (_, _forGood: boolean) => {},
  },
}).createMachine({
  id: 'home',
  description: 'The home page of a member.',
  context: ({ input }) => ({ ...input, agreements: [] }),
  entry: 'openWallet',
  invoke: [
    { id: 'presses', src: 'presses' },
    { id: 'returns', src: 'returns' },
  ],
  on: { 'page.returned': { actions: 'openWallet' } },
  initial: 'fresh',
  states: {
    fresh: { description: 'The page has just opened.', after: { AGREEMENT_DELAY: 'asking' } },
    asking: {
      description: 'Loading the agreement in the background.',
      invoke: {
        id: 'lookup.agreements',
        src: 'lookup.agreements',
        input: {},
        onDone: [
          {
            guard: byOutput('isNew'),
            target: 'pressed',
            actions: assign({ agreements: ({ event }) => event.output }),
          },
          { target: 'settled' },
        ],
        onError: 'settled',
      },
    },
    pressed: {
      description:
        'The agreement waits until the player is not pressing anything, so that it is not tapped by accident.',
      entry: sendTo('presses', { type: 'press.ask' }),
      on: { 'page.still': 'agreement' },
    },
    agreement: {
      description: 'The agreement opens as soon as no other dialog is open.',
      on: {
        'agreement.accept': {
          target: 'settled',
          actions: { type: 'rememberAgreements', params: ({ event }) => event.remember },
        },
      },
    },
    settled: { description: 'The page is complete.' },
  },
})
