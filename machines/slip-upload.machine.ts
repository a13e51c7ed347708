import { type ActorRef, assertEvent, assign, type Snapshot, sendTo, setup } from 'xstate'
import { type Failure, leavesDoubt } from '#contract/failure.ts'
import { newKey } from '#contract/random.ts'
import {
  type FileFacts,
  isSameFile,
  type Slip,
  type SlipHours,
  type slipCalls,
  slipProblem,
  takesSlips,
} from '#contract/slip.ts'
import { byFailure, byOutput, type ClockTick, call, clock, failureIn, stubActor } from './lib/actors.ts'
import type { Wallet } from './lib/ask-wallet.ts'

/** The upload progress in bytes, sent by the upload actor. */
export type UploadProgress = { type: 'slip.progress'; sent: number; size: number }
/**
 * A slip that was sent and whose outcome is unknown.
 *
 * - `facts`: the properties of the chosen file.
 * - `sentAt`: the server time of the upload in epoch ms, or 0 if unknown.
 * - `isInDoubt`: an upload of this slip has already failed without a reply.
 * - `isUnkeyed`: the slip was sent without its key, so the backend would count a second upload as a second slip.
 */
export type PendingSlip = { key: string; facts: FileFacts; sentAt: number; isInDoubt?: boolean; isUnkeyed?: boolean }
/** The input of an upload. */
export type Upload = { file: File; key: string; owner: ActorRef<Snapshot<unknown>, UploadProgress> }
/**
 * The outcome of an upload. `isUnkeyed` is true if the backend did not reply and the slip cannot be resent, because the
 * backend would count it twice.
 */
export type Uploaded = { isUnkeyed?: boolean }
type Slips = (Slip | null)[]
type Events =
  | { type: 'slip.choose'; facts: FileFacts | null }
  | { type: 'slip.submit'; file: File }
  | { type: 'slip.cancel' | 'slip.check' | 'slip.giveUp' | 'slip.gotIt' }
  | UploadProgress
  | ClockTick
type Input = {
  wallet: Wallet
  /** A slip that was sent before a reload and whose outcome is still unknown. */
  pending: PendingSlip | null
}

/**
 * Sends the picture of a bank transfer slip. The file stays in its form field and is never in context. It is passed
 * only in the event that sends the slip.
 *
 * This stays one long machine, because the opening hours and the slip are parallel parts of one form. Source: R20,
 * R108, R336–R337, R535, D-12.
 */
export const slipUploadMachine = setup({
  types: {
    input: {} as Input,
    /**
     * `now` is the server time in epoch ms, or 0 before the first clock tick. `sent` is the uploaded fraction, from 0
     * to 1. `slips` contains the newest slips, which show the player whether a slip with an unknown outcome has
     * arrived.
     */
    context: {} as Input & {
      hours: SlipHours | null
      now: number
      chosen: FileFacts | null
      problem: 'type' | 'size' | null
      sent: number
      slips: Slips
      failure: Failure | null
    },
    events: {} as Events,
    tags: {} as 'busy' | 'doubt',
  },
  actors: {
    'lookup.slip': call<(typeof slipCalls)['lookup.slip']>(),
    upload: stubActor<Uploaded, Upload>(),
    /** Reads the newest slips. */
    look: stubActor<Slips>(),
    clock,
  },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    mustLook: ({ context }) => context.pending?.isUnkeyed === true,
    canSend: ({ context: { chosen, problem, hours, now } }) =>
      chosen !== null && problem === null && (hours === null || takesSlips(hours, now)),
    /**
     * True if the player chose the same picture as for the slip whose outcome is unknown, because a retry must send the
     * same picture. The opening hours do not matter here: the server can tell whether the first upload was in time.
     */
    canSendAgain: ({ context: { chosen, pending } }) =>
      chosen !== null && pending !== null && isSameFile(pending.facts, chosen),
    isUnkeyed: (_, { isUnkeyed }: Uploaded) => isUnkeyed === true,
    isUnknown: ({ context: { pending } }, failure: Failure) => leavesDoubt(failure, pending?.isInDoubt),
  },
  actions: {
    setChosen: assign(({ event }) => {
      assertEvent(event, 'slip.choose')
      const { facts: chosen } = event
      // clearing the field keeps the last failure on screen, but choosing another picture removes it
      return { chosen, problem: chosen && slipProblem(chosen), ...(chosen && { failure: null }) }
    }),
    /** Keeps the original key if the same picture is sent again. */
    setPending: assign(({ context: { chosen, pending, now } }) => ({
      pending:
        chosen && pending && isSameFile(pending.facts, chosen)
          ? pending
          : chosen && { key: newKey(), facts: chosen, sentAt: now },
      sent: 0,
      failure: null,
    })),
    clearSlip: assign({ pending: null, chosen: null, failure: null }),
    readWallet: sendTo(({ context }) => context.wallet, { type: 'wallet.read' }),
    /**
     * `savePending` stores the sent slip in this tab until the server has replied, and `clearPending` removes it. Both
     * are implemented in src/actors.
     */
    savePending: () => {},
    clearPending: () => {},
  },
}).createMachine({
  id: 'slipUpload',
  description: 'Sending the picture of a bank transfer slip.',
  context: ({ input }) => ({
    ...input,
    hours: null,
    now: 0,
    chosen: null,
    problem: null,
    sent: 0,
    slips: [],
    failure: null,
  }),
  type: 'parallel',
  states: {
    hours: {
      invoke: { id: 'clock', src: 'clock' },
      on: { 'clock.tick': { actions: assign({ now: ({ event }) => event.now }) } },
      initial: 'loading',
      states: {
        loading: {
          description: 'Loading the hours during which slips are accepted.',
          invoke: {
            id: 'lookup.slip',
            src: 'lookup.slip',
            input: {},
            onDone: { target: 'known', actions: assign({ hours: ({ event }) => event.output }) },
            onError: 'unknown',
          },
        },
        known: { description: 'The hours during which slips are accepted are known.' },
        unknown: { description: 'The hours could not be loaded; the server checks them when a slip is sent.' },
      },
    },
    slip: {
      initial: 'start',
      states: {
        start: {
          always: [
            { guard: 'mustLook', target: 'looking' },
            { guard: 'isPending', target: 'unsure' },
            { target: 'choosing' },
          ],
        },
        choosing: {
          description: 'The player chooses a picture.',
          on: {
            'slip.choose': { actions: 'setChosen' },
            'slip.submit': { guard: 'canSend', target: 'uploading', actions: ['setPending', 'savePending'] },
          },
        },
        uploading: {
          description: 'Uploading the picture.',
          tags: 'busy',
          invoke: {
            id: 'upload',
            src: 'upload',
            input: ({ context: { pending }, event, self }) => {
              assertEvent(event, 'slip.submit')
              return { file: event.file, key: pending?.key ?? '', owner: self }
            },
            onDone: [
              {
                guard: byOutput('isUnkeyed'),
                target: 'looking',
                actions: assign(({ context: { pending } }) => ({
                  pending: pending && { ...pending, isInDoubt: true, isUnkeyed: true },
                })),
              },
              { target: 'sent', actions: ['clearSlip', 'clearPending'] },
            ],
            onError: [
              {
                guard: byFailure('isUnknown'),
                target: 'unsure',
                actions: assign(({ context: { pending }, event }) => ({
                  failure: failureIn({ event }),
                  pending: pending && { ...pending, isInDoubt: true },
                })),
              },
              {
                target: 'choosing',
                actions: [assign({ failure: failureIn, pending: null }), 'clearPending'],
              },
            ],
          },
          on: {
            'slip.progress': { actions: assign({ sent: ({ event: { sent, size } }) => (size > 0 ? sent / size : 0) }) },
            'slip.cancel': 'choosing',
          },
        },
        unsure: {
          description:
            'The outcome is unknown: the slip may or may not have arrived. If the same picture is resent, the server recognises it by its key. A different picture must wait until the player gives up on this one.',
          on: {
            'slip.choose': { actions: 'setChosen' },
            'slip.submit': { guard: 'canSendAgain', target: 'uploading', actions: 'setPending' },
            'slip.giveUp': { target: 'choosing', actions: ['clearSlip', 'clearPending'] },
          },
        },
        looking: {
          description:
            'The outcome is unknown. This backend would count a resent picture as a second slip, so the app reads the newest slips instead of sending it again.',
          tags: ['busy', 'doubt'],
          invoke: {
            id: 'look',
            src: 'look',
            onDone: { target: 'evident', actions: assign({ slips: ({ event }) => event.output }) },
            onError: 'unseen',
          },
        },
        evident: {
          description: 'The player sees the newest slips and decides whether this one arrived.',
          tags: 'doubt',
          on: {
            'slip.check': 'looking',
            'slip.giveUp': { target: 'choosing', actions: ['clearSlip', 'clearPending'] },
          },
        },
        unseen: {
          description: 'The list of slips could not be loaded; the player can try again, or give up on this slip.',
          tags: 'doubt',
          on: {
            'slip.check': 'looking',
            'slip.giveUp': { target: 'choosing', actions: ['clearSlip', 'clearPending'] },
          },
        },
        sent: {
          description: 'The slip has arrived and will be checked.',
          // reloads the wallet so that the home page lists the slip as pending
          entry: 'readWallet',
          on: { 'slip.gotIt': 'choosing' },
        },
      },
    },
  },
})
