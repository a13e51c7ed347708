import { assertEvent, assign, sendTo, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { QR_WATCH } from '#contract/limits.ts'
import { type Satang, satang } from '#contract/money.ts'
import { deadlineOf, type LiveCode, type QrCode, type QrProvider, type qrCalls } from '#contract/qr.ts'
import { newKey } from '#contract/random.ts'
import { byFailure, byOutput, type ClockTick, call, clock, failureIn } from './lib/actors.ts'
import type { QrOwner } from './lib/qr-notice.ts'

/**
 * The margin before a code's deadline, in ms. A code that disappears within this margin counts as expired, because a
 * tick is up to 1 s old, the estimated server time is off by up to 0.5 s, and a reply takes time.
 */
const END_MARGIN = 3_000

type Input = { provider: QrProvider; code: LiveCode | null; owner: QrOwner }
/** Times by the server's clock, in epoch ms. */
type Times = { now: number | null; deadline: number | null }

/**
 * Returns the time at which the code expires. It is calculated at the first tick of the server’s clock and does not
 * change afterwards.
 */
const deadlineIn = ({ code, deadline }: Pick<Input & Times, 'code' | 'deadline'>, { now }: ClockTick) =>
  deadline ?? deadlineOf(code?.expireIn, now)

/** Returns the payment that a reply reports. */
const paymentIn = ({ paid }: QrCode) => ({ paid: paid?.amount ?? satang(0), isHeld: paid?.isHeld === true })

/**
 * The life cycle of one QR code: it is shown until it is paid, cancelled, closed elsewhere or expired.
 * Source: R215–R218, D-13.
 */
export const qrCodeMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `paid` is the amount received, in satang. `isHeld` is true if that amount is held because it exceeds a deposit
     * limit.
     */
    context: {} as Input & Times & { key: string; paid: Satang; isHeld: boolean; failure: Failure | null },
    output: {} as 'empty' | 'reread',
    events: {} as
      | { type: 'qr.save' | 'qr.transferred' | 'qr.refresh' | 'qr.again' | 'qr.close' | 'qr.reload' }
      | { type: 'qr.cancel' | 'cancel.confirm' | 'cancel.keep' }
      | ClockTick,
    tags: {} as 'busy' | 'code',
  },
  actors: {
    'qr.get': call<(typeof qrCalls)['qr.get']>(),
    'qr.remove': call<(typeof qrCalls)['qr.remove']>(),
    clock,
  },
  delays: { QR_WATCH },
  guards: {
    isSameCode: ({ context }, code: QrCode) => code.hasQrcode && code.qrcodeId === context.code?.qrcodeId,
    isPaid: ({ context }, code: QrCode) => code.paid !== undefined && code.paid.qrcodeId === context.code?.qrcodeId,
    isNearEnd: ({ context: { now, deadline } }) => now !== null && deadline !== null && deadline - now < END_MARGIN,
    isRefused: (_, failure: Failure) => failure.kind === 'refused',
    isOver: ({ context, event }) => {
      assertEvent(event, 'clock.tick')
      return event.now >= (deadlineIn(context, event) ?? Infinity)
    },
  },
  actions: {
    claimPaid: sendTo(({ context }) => context.owner, { type: 'qr.paidClaimed' }),
    reportCancelled: sendTo(({ context }) => context.owner, { type: 'qr.cancelled' }),
    reportMoved: sendTo(({ context }) => context.owner, { type: 'qr.moneyMoved' }),
    askRefresh: sendTo(({ context }) => context.owner, { type: 'qr.refreshAsked' }),
    askClose: sendTo(({ context }) => context.owner, { type: 'qr.closeAsked' }),
    /** Saves the code as a picture. Implemented in src/actors. */
    savePicture: () => {},
  },
}).createMachine({
  id: 'qrCode',
  description: 'One QR code, from its creation to its end.',
  context: ({ input }) => ({
    ...input,
    key: '',
    now: null,
    deadline: null,
    paid: satang(0),
    isHeld: false,
    failure: null,
  }),
  initial: 'live',
  states: {
    live: {
      description: 'The code is shown with its mm:ss countdown.',
      tags: 'code',
      invoke: { id: 'clock', src: 'clock' },
      initial: 'open',
      on: {
        'clock.tick': [
          { guard: 'isOver', target: 'expired' },
          { actions: assign(({ context, event }) => ({ now: event.now, deadline: deadlineIn(context, event) })) },
        ],
        'qr.reload': 'stale',
      },
      states: {
        open: {
          initial: 'waiting',
          on: {
            'qr.save': { actions: 'savePicture' },
            'qr.transferred': { actions: 'claimPaid' },
            'qr.cancel': 'confirming',
          },
          states: {
            waiting: {
              description: 'The player pays in the bank’s app.',
              after: { QR_WATCH: 'checking' },
            },
            checking: {
              description: 'Checking in the background whether the money has arrived.',
              invoke: {
                id: 'qr.get',
                src: 'qr.get',
                input: ({ context }) => ({ provider: context.provider }),
                onDone: [
                  { guard: byOutput('isSameCode'), target: 'waiting' },
                  {
                    guard: byOutput('isPaid'),
                    target: '#qrCode.received',
                    actions: assign(({ event }) => paymentIn(event.output)),
                  },
                  { guard: 'isNearEnd', target: '#qrCode.expired.unpaid' },
                  { target: '#qrCode.ended' },
                ],
                onError: 'waiting',
              },
            },
          },
        },
        confirming: {
          description: 'The player is asked whether to cancel the code.',
          on: {
            'cancel.keep': 'open',
            'cancel.confirm': { target: '#qrCode.cancelling', actions: assign({ key: () => newKey(), failure: null }) },
          },
        },
      },
    },
    cancelling: {
      description: 'Cancelling the code.',
      tags: ['busy', 'code'],
      invoke: {
        id: 'qr.remove',
        src: 'qr.remove',
        input: ({ context: { provider, code, key } }) => ({ provider, qrcodeId: code?.qrcodeId ?? '', key }),
        onDone: { target: 'done', actions: 'reportCancelled' },
        onError: [
          {
            guard: byFailure('isRefused'),
            target: 'live.open.checking',
            actions: assign({ failure: failureIn }),
          },
          { target: 'stale' },
        ],
      },
    },
    expired: {
      description: 'The code has expired and is no longer shown.',
      initial: 'checking',
      on: {
        'qr.refresh': {
          target: '.checking',
          reenter: true,
          actions: 'askRefresh',
        },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
      states: {
        checking: {
          description: 'Checking one last time whether the code was paid before it expired.',
          invoke: {
            id: 'qr.get',
            src: 'qr.get',
            input: ({ context }) => ({ provider: context.provider }),
            onDone: [
              {
                guard: byOutput('isPaid'),
                target: '#qrCode.received',
                actions: assign(({ event }) => paymentIn(event.output)),
              },
              { target: 'unpaid' },
            ],
            onError: 'unpaid',
          },
        },
        unpaid: { description: 'No payment was found; the player sees what to do if they did pay.' },
      },
    },
    ended: {
      description: 'The code was closed elsewhere: in another tab, or by a newer code.',
      entry: 'reportMoved',
      on: {
        'qr.refresh': { actions: 'askRefresh' },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
    },
    received: {
      description: 'The money has arrived: it is in the main wallet, or is held because it exceeds a deposit limit.',
      entry: 'reportMoved',
      on: {
        'qr.close': { actions: 'askClose' },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
    },
    done: {
      description: 'This code is no longer needed; the player can enter a new amount.',
      type: 'final',
      output: 'empty',
    },
    stale: {
      description: 'The code may be out of date; it is reloaded from the server.',
      type: 'final',
      output: 'reread',
    },
  },
  output: ({ event }) => event.output as 'empty' | 'reread',
})
