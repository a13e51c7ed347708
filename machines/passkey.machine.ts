import { assign, setup } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { NewPasskey, Passkey, PasskeyOptions, passkeyCalls } from '#contract/passkey.ts'
import { newKey } from '#contract/random.ts'
import { readable } from '#contract/rows.ts'
import { byFailure, byOutput, call, failureIn, outputIn, stubActor } from './lib/actors.ts'
import { refusalOf, replyOf, type StepUpOutcome, stepUpGuards, stepUpMachine } from './lib/step-up.ts'

/**
 * `id` is the passkey to remove. `options` are the options for creating a passkey in the browser, and `created` is the
 * passkey that the browser created.
 */
type Context = {
  passkeys: readonly (Passkey | null)[]
  id: string | null
  options: PasskeyOptions | null
  created: NewPasskey | null
  key: string
  failure: Failure | null
}

/** Returns a value that an earlier state stored. Throws if it is missing, which cannot happen. */
function present<T>(value: T | null): T {
  if (value === null) throw new Error('nothing stored')
  return value
}

const setRefusal = { type: 'setRefusal', params: outputIn } as const

/** Lists the passkeys with which the member can log in, adds a passkey and removes one. Source: R620–R623. */
export const passkeyMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'passkey.retry' | 'add.ask' | 'passkey.check' | 'passkey.gotIt' }
      | { type: 'remove.ask'; id: string },
    tags: {} as 'busy' | 'creating',
    children: {} as { prepare: 'prepare'; remove: 'remove' },
  },
  actors: {
    'passkey.list': call<(typeof passkeyCalls)['passkey.list']>(),
    prepare: stepUpMachine<object, PasskeyOptions>(),
    /** Lets the browser create a passkey. Rejects if the browser does not create one. */
    create: stubActor<NewPasskey, PasskeyOptions>(),
    'passkey.add': call<(typeof passkeyCalls)['passkey.add']>(),
    remove: stepUpMachine<{ id: string }, object>(),
  },
  actions: {
    setRefusal: assign({ failure: (_, outcome: StepUpOutcome<unknown>) => refusalOf(outcome) }),
  },
  guards: {
    isListed: ({ context }, id: string) => readable(context.passkeys).some((passkey) => passkey.id === id),
    ...stepUpGuards,
    isUnanswered: (_, { kind }: Failure) => kind === 'unknown',
  },
}).createMachine({
  id: 'passkey',
  description: 'The passkeys with which the member can log in.',
  context: { passkeys: [], id: null, options: null, created: null, key: '', failure: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the passkeys; the previous ones stay visible.',
      tags: 'busy',
      invoke: {
        id: 'passkey.list',
        src: 'passkey.list',
        input: {},
        onDone: { target: 'shown', actions: assign({ passkeys: ({ event }) => event.output.passkeys }) },
        onError: 'failed',
      },
    },
    failed: {
      description: 'The passkeys could not be loaded; the player can try again.',
      on: { 'passkey.retry': 'loading' },
    },
    shown: {
      description: 'The player views the passkeys.',
      on: {
        'add.ask': 'adding',
        'remove.ask': {
          guard: { type: 'isListed', params: ({ event }) => event.id },
          target: 'removing',
          actions: assign({ id: ({ event }) => event.id }),
        },
      },
    },
    adding: {
      description: 'The player proves who they are before a passkey is added.',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: { name: 'passkey.prepare', input: {} },
        onDone: [
          { guard: byOutput('isLeft'), target: 'shown' },
          { guard: byOutput('isUnknown'), target: 'shown' },
          { guard: byOutput('isRefused'), target: 'refused', actions: setRefusal },
          { target: 'creating', actions: assign({ options: ({ event }) => replyOf(event.output) }) },
        ],
      },
    },
    creating: {
      description: 'The browser asks for a fingerprint, a face or the screen lock, and creates the passkey.',
      tags: ['busy', 'creating'],
      invoke: {
        id: 'create',
        src: 'create',
        input: ({ context }) => present(context.options),
        onDone: { target: 'saving', actions: assign({ created: ({ event }) => event.output, key: () => newKey() }) },
        onError: 'declined',
      },
    },
    declined: {
      description: 'The browser did not create a passkey: the player declined, or the device already has one.',
      on: { 'passkey.gotIt': 'shown' },
    },
    saving: {
      description: 'The passkey is being saved.',
      tags: ['busy', 'creating'],
      invoke: {
        id: 'passkey.add',
        src: 'passkey.add',
        input: ({ context: { created, key } }) => ({ ...present(created), key }),
        onDone: 'loading',
        onError: [
          { guard: byFailure('isUnanswered'), target: 'unsure' },
          { target: 'refused', actions: assign({ failure: failureIn }) },
        ],
      },
    },
    removing: {
      description: 'The player proves who they are, and the passkey is removed.',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context: { id } }) => ({ name: 'passkey.remove', input: { id: present(id) } }),
        onDone: [
          { guard: byOutput('isLeft'), target: 'shown' },
          { guard: byOutput('isRefused'), target: 'refused', actions: setRefusal },
          { target: 'loading' },
        ],
      },
    },
    unsure: {
      description: 'It is unknown whether the change was made; reloading the list will show the outcome.',
      on: { 'passkey.check': 'loading' },
    },
    refused: {
      description: 'The change was not made; the reason is shown.',
      on: { 'passkey.gotIt': 'loading' },
    },
  },
})
