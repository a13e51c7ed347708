import { assign, sendTo, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import type { Failure } from '#contract/failure.ts'
import { QR_WATCH } from '#contract/limits.ts'
import type { Satang } from '#contract/money.ts'
import { deadlineOf, type LiveCode, type QrCode, type QrProvider, type qrCalls } from '#contract/qr.ts'
import { type ClockTick, call, clock, failureIn } from './outside.ts'
import type { QrNotice, QrOwner } from './qr-notice.ts'

/** In ms: a tick is up to a second old, the server’s time half a second off, and a reply takes its while. */
const END_MARGIN = 3_000

type Input = { provider: QrProvider; code: LiveCode | null; owner: QrOwner }

/** The life of one QR code: it shows until it is paid, cancelled, closed elsewhere or out of time. Source: R215–R218, D-13. */
export const qrCodeMachine = setup({
  types: {
    input: {} as Input,
    /** Times in epoch ms of the server's clock; `paid`: what came in, in satang. */
    context: {} as Input & {
      key: string
      now: number | null
      deadline: number | null
      paid: Satang
      failure: Failure | null
    },
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
    isOver: ({ context }, now: number) =>
      now >= (context.deadline ?? deadlineOf(context.code?.expireIn, now) ?? Infinity),
  },
  actions: {
    keepNow: assign(({ context }, now: number) => ({
      now,
      deadline: context.deadline ?? deadlineOf(context.code?.expireIn, now),
    })),
    keepKey: assign({ key: () => newKey(), failure: null }),
    keepPaid: assign({ paid: (_, code: QrCode) => code.paid?.amount ?? 0 }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    tell: sendTo(
      ({ context }) => context.owner,
      (_, notice: Exclude<QrNotice, { provider: QrProvider }>) => notice,
    ),
    /** Saves the code as a picture; src/actors provides it. */
    savePicture: () => {},
  },
}).createMachine({
  id: 'qrCode',
  description: 'One QR code, from its making to its end.',
  context: ({ input }) => ({ ...input, key: '', now: null, deadline: null, paid: 0, failure: null }),
  initial: 'live',
  states: {
    live: {
      description: 'The code shows with its mm:ss countdown.',
      tags: 'code',
      invoke: { id: 'clock', src: 'clock' },
      initial: 'open',
      on: {
        'clock.tick': [
          { guard: { type: 'isOver', params: ({ event }) => event.now }, target: 'expired' },
          { actions: { type: 'keepNow', params: ({ event }) => event.now } },
        ],
        'qr.reload': 'stale',
      },
      states: {
        open: {
          initial: 'waiting',
          on: {
            'qr.save': { actions: 'savePicture' },
            'qr.transferred': { actions: { type: 'tell', params: { type: 'qr.paidClaimed' } } },
            'qr.cancel': 'confirming',
          },
          states: {
            waiting: {
              description: 'The player pays with the bank’s app.',
              after: { QR_WATCH: 'checking' },
            },
            checking: {
              description: 'A look whether the money has arrived; the player notices nothing.',
              invoke: {
                id: 'qr.get',
                src: 'qr.get',
                input: ({ context }) => ({ provider: context.provider }),
                onDone: [
                  { guard: { type: 'isSameCode', params: ({ event }) => event.output }, target: 'waiting' },
                  {
                    guard: { type: 'isPaid', params: ({ event }) => event.output },
                    target: '#qrCode.received',
                    actions: { type: 'keepPaid', params: ({ event }) => event.output },
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
          description: 'The player is asked whether the code shall really go.',
          on: { 'cancel.keep': 'open', 'cancel.confirm': { target: '#qrCode.cancelling', actions: 'keepKey' } },
        },
      },
    },
    cancelling: {
      description: 'The code is being cancelled.',
      tags: ['busy', 'code'],
      invoke: {
        id: 'qr.remove',
        src: 'qr.remove',
        input: ({ context: { provider, code, key } }) => ({ provider, qrcodeId: code?.qrcodeId ?? '', key }),
        onDone: { target: 'done', actions: { type: 'tell', params: { type: 'qr.cancelled' } } },
        onError: [
          {
            guard: { type: 'isRefused', params: failureIn },
            target: 'live.open.checking',
            actions: { type: 'keepFailure', params: failureIn },
          },
          { target: 'stale' },
        ],
      },
    },
    expired: {
      description: 'Out of time: the code is gone.',
      initial: 'checking',
      on: {
        'qr.refresh': {
          target: '.checking',
          reenter: true,
          actions: { type: 'tell', params: { type: 'qr.refreshAsked' } },
        },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
      states: {
        checking: {
          description: 'One more look whether the code was paid in time.',
          invoke: {
            id: 'qr.get',
            src: 'qr.get',
            input: ({ context }) => ({ provider: context.provider }),
            onDone: [
              {
                guard: { type: 'isPaid', params: ({ event }) => event.output },
                target: '#qrCode.received',
                actions: { type: 'keepPaid', params: ({ event }) => event.output },
              },
              { target: 'unpaid' },
            ],
            onError: 'unpaid',
          },
        },
        unpaid: { description: 'No payment has been seen; the player is told what to do after paying.' },
      },
    },
    ended: {
      description: 'The code was closed elsewhere: in another tab, or by a newer code.',
      entry: { type: 'tell', params: { type: 'qr.moneyMoved' } },
      on: {
        'qr.refresh': { actions: { type: 'tell', params: { type: 'qr.refreshAsked' } } },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
    },
    received: {
      description: 'The money is in the main wallet.',
      entry: { type: 'tell', params: { type: 'qr.moneyMoved' } },
      on: {
        'qr.close': { actions: { type: 'tell', params: { type: 'qr.closeAsked' } } },
        'qr.again': 'done',
        'qr.reload': 'stale',
      },
    },
    done: { description: 'Done with: the amount can be entered again.', type: 'final', output: 'empty' },
    stale: { description: 'Not to be trusted any more: the server is asked anew.', type: 'final', output: 'reread' },
  },
  output: ({ event }) => event.output as 'empty' | 'reread',
})
