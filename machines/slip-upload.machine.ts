import { type ActorRef, assign, type Snapshot, setup } from 'xstate'
import { newKey } from '#contract/call.ts'
import { type Failure, leavesDoubt } from '#contract/failure.ts'
import {
  type FileFacts,
  isSameFile,
  type Slip,
  type SlipHours,
  type slipCalls,
  slipProblem,
  takesSlips,
} from '#contract/slip.ts'
import { type ClockTick, call, clock, failureIn, outside } from './outside.ts'

/** How far the upload has come, bytes. Sent by the upload itself. */
export type UploadProgress = { type: 'slip.progress'; sent: number; size: number }
/**
 * A slip that was sent and not answered: the facts of its picture, its key, and the time of its sending in epoch ms of the
 * server; 0 if unknown. `isInDoubt`: it was sent before without an answer. `isUnkeyed`: it went out without its
 * key, so the backend would count it twice.
 */
export type PendingSlip = { key: string; facts: FileFacts; sentAt: number; isInDoubt?: boolean; isUnkeyed?: boolean }
/** What an upload is started with. */
export type Upload = { file: File; key: string; owner: ActorRef<Snapshot<unknown>, UploadProgress> }
/** `isUnkeyed`: no answer came, and it is not sent again, because the backend would count it twice. */
export type Uploaded = { isUnkeyed?: boolean }
type Slips = (Slip | null)[]
type Submit = { type: 'slip.submit'; file: File }
type Events =
  | { type: 'slip.choose'; facts: FileFacts | null }
  | Submit
  | { type: 'slip.cancel' | 'slip.check' | 'slip.giveUp' | 'slip.gotIt' }
  | UploadProgress
  | ClockTick
type Input = {
  /** What was sent before the page was loaded again. */
  pending: PendingSlip | null
}

function fileIn(event: Events): File {
  if (event.type !== 'slip.submit') throw new Error(`no file in ${event.type}`)
  return event.file
}

/** Sending the picture of a bank transfer. The file stays in its field: it comes with the event that sends it, and is in no context. Source: R20, R108, R336–R337, R535, D-12. */
export const slipUploadMachine = setup({
  types: {
    input: {} as Input,
    /** `now`: epoch ms of the server; 0 until its clock has ticked. `sent`: a share, 0 to 1. `slips`: the newest, as evidence. */
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
    tags: {} as 'busy',
  },
  actors: {
    'lookup.slip': call<(typeof slipCalls)['lookup.slip']>(),
    upload: outside<Uploaded, Upload>(),
    /** Reads the newest slips. */
    look: outside<Slips>(),
    clock,
  },
  guards: {
    isPending: ({ context }) => context.pending !== null,
    mustLook: ({ context }) => context.pending?.isUnkeyed === true,
    canSend: ({ context: { chosen, problem, hours, now } }) =>
      chosen !== null && problem === null && (hours === null || takesSlips(hours, now)),
    /** Only the same picture, and when slips are taken does not matter: the server knows whether it came in time. */
    canSendAgain: ({ context: { chosen, pending } }) =>
      chosen !== null && pending !== null && isSameFile(pending.facts, chosen),
    isUnkeyed: (_, { isUnkeyed }: Uploaded) => isUnkeyed === true,
    isUnknown: ({ context: { pending } }, failure: Failure) => leavesDoubt(failure, pending?.isInDoubt),
  },
  actions: {
    keepHours: assign({ hours: (_, hours: SlipHours) => hours }),
    keepNow: assign({ now: (_, now: number) => now }),
    keepChosen: assign((_, chosen: FileFacts | null) => ({
      chosen,
      problem: chosen && slipProblem(chosen),
      // what the server said of the last one stands until there is another
      ...(chosen && { failure: null }),
    })),
    /** The same picture again goes out with the key it had, however often. */
    keepPending: assign(({ context: { chosen, pending, now } }) => ({
      pending:
        chosen && pending && isSameFile(pending.facts, chosen)
          ? pending
          : chosen && { key: newKey(), facts: chosen, sentAt: now },
      sent: 0,
      failure: null,
    })),
    keepDoubt: assign(({ context: { pending } }) => ({ pending: pending && { ...pending, isInDoubt: true } })),
    keepUnkeyed: assign(({ context: { pending } }) => ({
      pending: pending && { ...pending, isInDoubt: true, isUnkeyed: true },
    })),
    keepSent: assign({ sent: (_, { sent, size }: { sent: number; size: number }) => (size > 0 ? sent / size : 0) }),
    setSlips: assign({ slips: (_, slips: Slips) => slips }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetPending: assign({ pending: null }),
    forgetChosen: assign({ chosen: null, failure: null }),
    /** Keeps what was sent in this tab until it is answered; src/actors provides both. */
    savePending: () => {},
    dropPending: () => {},
  },
}).createMachine({
  id: 'slipUpload',
  description: 'Sending the picture of a bank transfer.',
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
      on: { 'clock.tick': { actions: { type: 'keepNow', params: ({ event }) => event.now } } },
      initial: 'loading',
      states: {
        loading: {
          description: 'When slips are taken is being fetched.',
          invoke: {
            id: 'lookup.slip',
            src: 'lookup.slip',
            input: {},
            onDone: { target: 'known', actions: { type: 'keepHours', params: ({ event }) => event.output } },
            onError: 'unknown',
          },
        },
        known: { description: 'It is known when slips are taken.' },
        unknown: { description: 'It is not known when slips are taken; the server will say.' },
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
            'slip.choose': { actions: { type: 'keepChosen', params: ({ event }) => event.facts } },
            'slip.submit': { guard: 'canSend', target: 'uploading', actions: ['keepPending', 'savePending'] },
          },
        },
        uploading: {
          description: 'The picture is on its way.',
          tags: 'busy',
          invoke: {
            id: 'upload',
            src: 'upload',
            input: ({ context: { pending }, event, self }) => ({
              file: fileIn(event),
              key: pending?.key ?? '',
              owner: self,
            }),
            onDone: [
              {
                guard: { type: 'isUnkeyed', params: ({ event }) => event.output },
                target: 'looking',
                actions: 'keepUnkeyed',
              },
              { target: 'sent', actions: ['forgetPending', 'forgetChosen', 'dropPending'] },
            ],
            onError: [
              {
                guard: { type: 'isUnknown', params: failureIn },
                target: 'unsure',
                actions: [{ type: 'keepFailure', params: failureIn }, 'keepDoubt'],
              },
              {
                target: 'choosing',
                actions: [{ type: 'keepFailure', params: failureIn }, 'forgetPending', 'dropPending'],
              },
            ],
          },
          on: {
            'slip.progress': { actions: { type: 'keepSent', params: ({ event }) => event } },
            'slip.cancel': 'choosing',
          },
        },
        unsure: {
          description:
            'No answer came: it is not known whether the slip arrived. The server recognises the same picture by its key; another one waits until this one is given up.',
          on: {
            'slip.choose': { actions: { type: 'keepChosen', params: ({ event }) => event.facts } },
            'slip.submit': { guard: 'canSendAgain', target: 'uploading', actions: 'keepPending' },
            'slip.giveUp': { target: 'choosing', actions: ['forgetPending', 'forgetChosen', 'dropPending'] },
          },
        },
        looking: {
          description:
            'No answer came, and this backend would count the same picture twice: the newest slips are read instead.',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: { target: 'evident', actions: { type: 'setSlips', params: ({ event }) => event.output } },
            onError: 'unseen',
          },
        },
        evident: {
          description: 'The player sees the newest slips, and decides.',
          on: {
            'slip.check': 'looking',
            'slip.giveUp': { target: 'choosing', actions: ['forgetPending', 'forgetChosen', 'dropPending'] },
          },
        },
        unseen: {
          description: 'The slips could not be read; the player may look again, or give the slip up.',
          on: {
            'slip.check': 'looking',
            'slip.giveUp': { target: 'choosing', actions: ['forgetPending', 'forgetChosen', 'dropPending'] },
          },
        },
        sent: {
          description: 'The slip has arrived and will be checked.',
          on: { 'slip.gotIt': 'choosing' },
        },
      },
    },
  },
})
