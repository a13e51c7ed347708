import { type ActorRefFrom, assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate'
import type { DepositWays, depositCalls } from '#contract/deposit.ts'
import { QR_PROVIDERS, type QrProvider, type QrRules } from '#contract/qr.ts'
import { bankTransferMachine } from './bank-transfer.machine.ts'
import { giftLinkMachine } from './gift-link.machine.ts'
import { call } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'
import type { Attempt } from './lib/attempt.ts'
import type { QrNotice } from './lib/qr-notice.ts'
import type { Toasts } from './lib/toast.ts'
import { qrDepositMachine } from './qr-deposit.machine.ts'
import { type PendingSlip, slipUploadMachine } from './slip-upload.machine.ts'

/** The deposit methods, one tab each. Source: R105, R109. */
export const DEPOSIT_TABS = ['bank', 'qr', 'gift'] as const
export type DepositTab = (typeof DEPOSIT_TABS)[number]
type Refs = { wallet: Wallet; toasts: Toasts }
/** Deposits that were sent before a reload and whose outcome is still unknown. */
type Pending = { gift: Attempt<{ link: string }> | null; slip: PendingSlip | null }
type QrRef = ActorRefFrom<typeof qrDepositMachine>

const tabFor = ({ gift, slip }: Pending): DepositTab => {
  if (gift) return 'gift'
  return slip ? 'bank' : 'qr'
}

/**
 * The deposit dialog. It stores the selected deposit method and QR provider, and forwards events between the methods.
 * Until the player chooses a provider, a provider with an open code is selected, if there is one. Source: R105, R109,
 * R218–R219, R402.
 */
export const depositMachine = setup({
  types: {
    input: {} as Refs & { rules: QrRules; pending: Pending; asksPassword?: boolean | undefined },
    context: {} as Refs & {
      tab: DepositTab
      provider: QrProvider
      hasChosen: boolean
      ways: DepositWays | null
      qr: Record<QrProvider, QrRef>
      bank: ActorRefFrom<typeof bankTransferMachine>
      slip: ActorRefFrom<typeof slipUploadMachine>
      gift: ActorRefFrom<typeof giftLinkMachine>
    },
    events: {} as
      | { type: 'tab.choose'; tab: DepositTab }
      | { type: 'provider.choose'; provider: QrProvider }
      | { type: 'ways.retry' }
      | QrNotice,
    tags: {} as 'busy',
    children: {} as { [P in QrProvider as `qr.${P}`]: 'qrDeposit' } & {
      bank: 'bankTransfer'
      slip: 'slipUpload'
      gift: 'giftLink'
    },
  },
  actors: {
    'lookup.deposit': call<(typeof depositCalls)['lookup.deposit']>(),
    qrDeposit: qrDepositMachine,
    bankTransfer: bankTransferMachine,
    slipUpload: slipUploadMachine,
    giftLink: giftLinkMachine,
  },
  guards: { isUnchosen: ({ context }) => !context.hasChosen },
  actions: {
    readAll: enqueueActions(({ context, enqueue }) => {
      for (const provider of QR_PROVIDERS) enqueue.sendTo(context.qr[provider], { type: 'tab.shown' })
    }),
    showProvider: sendTo(({ context }) => context.qr[context.provider], { type: 'tab.shown' }),
    reloadOthers: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'qr.created')
      for (const provider of QR_PROVIDERS)
        if (provider !== event.provider) enqueue.sendTo(context.qr[provider], { type: 'qr.reload' })
    }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    refreshWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.refresh' }),
    showCancelled: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'good', text: 'qr.cancelled' }),
    showNotSaved: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'bad', text: 'qr.saveFailed' }),
    showPaid: sendTo(({ context }) => context.toasts, { type: 'toast.show', tone: 'wait', text: 'qr.done' }),
  },
}).createMachine({
  id: 'deposit',
  description: 'The deposit dialog.',
  context: ({ input: { wallet, toasts, rules, pending, asksPassword }, spawn, self }) => {
    const qr = (provider: QrProvider) =>
      spawn('qrDeposit', { id: `qr.${provider}`, input: { provider, rule: rules[provider], owner: self } })
    return {
      wallet,
      toasts,
      tab: tabFor(pending),
      provider: 'KBANK',
      hasChosen: false,
      ways: null,
      qr: { KBANK: qr('KBANK'), WW: qr('WW'), PAYTIMZ: qr('PAYTIMZ'), PAYONEX: qr('PAYONEX'), FP: qr('FP') },
      bank: spawn('bankTransfer', { id: 'bank', input: { wallet, toasts, asksPassword } }),
      slip: spawn('slipUpload', { id: 'slip', input: { wallet, pending: pending.slip } }),
      gift: spawn('giftLink', { id: 'gift', input: { wallet, pending: pending.gift } }),
    }
  },
  initial: 'loading',
  on: {
    'tab.choose': { actions: assign({ tab: ({ event }) => event.tab }) },
    'provider.choose': {
      actions: [assign({ provider: ({ event }) => event.provider, hasChosen: true }), 'showProvider'],
    },
    'qr.found': { guard: 'isUnchosen', actions: assign({ provider: ({ event }) => event.provider }) },
    // an open code that is found late must not replace the amount that the player is typing
    'qr.typed': { actions: assign({ hasChosen: true }) },
    'qr.created': {
      actions: ['reloadOthers', assign({ hasChosen: true }), 'showProvider'],
    },
    'qr.moneyMoved': { actions: 'readWallet' },
    'qr.refreshAsked': { actions: 'refreshWallet' },
    'qr.cancelled': { actions: 'showCancelled' },
    'qr.saveFailed': { actions: 'showNotSaved' },
    'qr.closeAsked': '.closed',
    'qr.paidClaimed': {
      target: '.closed',
      actions: ['showPaid', 'refreshWallet'],
    },
  },
  states: {
    loading: {
      description: 'Loading the deposit methods; the tabs already work.',
      tags: 'busy',
      entry: 'readAll',
      invoke: {
        id: 'lookup.deposit',
        src: 'lookup.deposit',
        input: {},
        onDone: { target: 'open', actions: assign({ ways: ({ event }) => event.output }) },
        onError: 'failed',
      },
    },
    open: { description: 'The player chooses a deposit method.' },
    failed: {
      description: 'The deposit methods could not be loaded. QR still works; the other tabs offer to try again.',
      on: { 'ways.retry': 'loading' },
    },
    closed: { description: 'The dialog closes.', type: 'final' },
  },
})
