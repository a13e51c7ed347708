import { assign, fromCallback, sendTo, setup } from 'xstate'
import { SEND, type SentEvent } from '../protocol.ts'
import { add, EMPTY, type Log, lastOf, logOf, nextMove } from './log.ts'
import type { Message } from './world.ts'

export type Panel = 'actors' | 'chart' | 'log' | 'context'

type Context = {
  live: Log
  /** The log that was opened from a file and is shown instead of the live log. */
  file: Log | null
  fileName: string
  /** The position of the selected moment in the past, as the number of entries up to it. */
  at: number
  /** The name of the chosen actor. Null chooses the newest page or dialog. */
  chosen: string | null
  panel: Panel
  text: string
  isOwn: boolean
  /** The zoom factor of the chart, 1 for its natural size. Null fits the whole chart into the window. */
  scale: number | null
  /** The position of the moment to compare with, as the number of entries up to it. */
  compared: number | null
  /** True if the event fields that were last typed are not a JSON object. */
  isBroken: boolean
  /** The index of the expanded entry, or null. */
  opened: number | null
}

/** The log on display. */
export const shownLog = ({ file, live }: Context): Log => file ?? live
const clamp = (context: Context, at: number) => Math.max(0, Math.min(shownLog(context).entries.length, at))
const MIN_SCALE = 0.25
const MAX_SCALE = 3
const isAtEnd = (context: Context) => context.at >= shownLog(context).entries.length

type Typed = { sessionId: string; event: string; fields: string }
/**
 * Parses event fields typed as a JSON object. Returns an empty object if the text is empty, and null if it is not a
 * JSON object.
 */
function fieldsIn(text: string): object | null {
  try {
    const fields: unknown = JSON.parse(text.trim() || '{}')
    return typeof fields === 'object' && !Array.isArray(fields) ? fields : null
  } catch {
    return null // the form reports this
  }
}

/** The inspector's own window: a growing log, a selected moment of the log, and the connection to the page. */
export const receiverMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { type: 'line.up' | 'line.down' }
      | { type: 'log.received'; message: Message }
      | { type: 'log.clear' }
      | { type: 'file.opened'; name: string; messages: Message[] }
      | { type: 'file.unreadable'; name: string }
      | { type: 'position.set'; at: number }
      | { type: 'position.move'; by: number }
      | { type: 'replay.play' | 'replay.pause' | 'live.resume' }
      | { type: 'actor.choose'; name: string }
      | { type: 'actor.follow' }
      | { type: 'panel.choose'; panel: Panel }
      | { type: 'filter.type'; text: string }
      | { type: 'filter.own'; isOwn: boolean }
      | { type: 'chart.zoom'; by: number }
      | { type: 'chart.fit' }
      | { type: 'moment.compare' | 'moment.forget' }
      | { type: 'event.submit'; sessionId: string; event: string; fields: string }
      | { type: 'entry.toggle'; at: number },
  },
  actors: {
    /**
     * Requests the page's actors until the page answers. Then forwards the page's messages to this machine, and passes
     * events to the page's actors.
     */
    line: fromCallback<SentEvent>(() => {}),
  },
  delays: { STEP: 1000 },
  guards: {
    isAtEnd: ({ context }) => isAtEnd(context),
    isEvent: (_, fields: string) => fieldsIn(fields) !== null,
    hasEntries: ({ context }) => shownLog(context).entries.length > 0,
  },
  actions: {
    keep: assign({ live: ({ context }, message: Message) => add(context.live, message) }),
    clear: assign(({ context }) => ({
      live: { base: lastOf(context.live), entries: [] },
      file: null,
      at: 0,
      opened: null,
      compared: null,
    })),
    openFile: assign((_, { name, messages }: { name: string; messages: Message[] }) => ({
      file: logOf(messages),
      fileName: name,
      at: 1,
      compared: null,
    })),
    closeFile: assign({ file: null }),
    rememberName: assign({ fileName: (_, name: string) => name }),
    goTo: assign({ at: ({ context }, at: number) => clamp(context, at) }),
    goBy: assign({ at: ({ context }, by: number) => clamp(context, context.at + by) }),
    goToMove: assign({ at: ({ context }) => nextMove(shownLog(context), context.at) }),
    goToEnd: assign({ at: ({ context }) => shownLog(context).entries.length }),
    goToBegin: assign({ at: 0 }),
    choose: assign((_, name: string | null) => ({ chosen: name })),
    show: assign((_, panel: Panel) => ({ panel })),
    setText: assign({ text: (_, text: string) => text }),
    toggle: assign({ opened: ({ context }, at: number) => (context.opened === at ? null : at) }),
    zoom: assign({
      scale: ({ context }, by: number) => Math.max(MIN_SCALE, Math.min(MAX_SCALE, (context.scale ?? 1) * by)),
    }),
    turnFit: assign({ scale: ({ context }) => (context.scale === null ? 1 : null) }),
    setCompared: assign({
      compared: ({ context }, isPast: boolean) => (isPast ? context.at : shownLog(context).entries.length),
    }),
    clearCompared: assign({ compared: null }),
    setBroken: assign({ isBroken: (_, isBroken: boolean) => isBroken }),
    sendEvent: sendTo('line', (_, { sessionId, event, fields }: Typed) => ({
      type: SEND,
      sessionId,
      event: { ...fieldsIn(fields), type: event },
    })),
    setOwn: assign({ isOwn: (_, isOwn: boolean) => isOwn }),
  },
}).createMachine({
  id: 'receiver',
  context: {
    live: EMPTY,
    file: null,
    fileName: '',
    at: 0,
    chosen: null,
    panel: 'chart',
    text: '',
    isOwn: false,
    scale: 1,
    compared: null,
    isBroken: false,
    opened: null,
  },
  invoke: { id: 'line', src: 'line' },
  on: {
    'log.received': { actions: { type: 'keep', params: ({ event }) => event.message } },
    'actor.choose': {
      actions: [
        { type: 'choose', params: ({ event }) => event.name },
        { type: 'show', params: 'chart' },
      ],
    },
    'actor.follow': { actions: { type: 'choose', params: null } },
    'entry.toggle': { actions: { type: 'toggle', params: ({ event }) => event.at } },
    'chart.zoom': { actions: { type: 'zoom', params: ({ event }) => event.by } },
    'chart.fit': { actions: 'turnFit' },
    'moment.forget': { actions: 'clearCompared' },
    'panel.choose': { actions: { type: 'show', params: ({ event }) => event.panel } },
    'filter.type': { actions: { type: 'setText', params: ({ event }) => event.text } },
    'filter.own': { actions: { type: 'setOwn', params: ({ event }) => event.isOwn } },
  },
  type: 'parallel',
  states: {
    line: {
      initial: 'waiting',
      states: {
        waiting: { description: 'Waiting for the first message of a page.', on: { 'line.up': 'up' } },
        up: { description: 'A page reports its events.', on: { 'line.down': 'lost' } },
        lost: { description: 'The page has closed; if it comes back, the log continues.', on: { 'line.up': 'up' } },
      },
    },
    view: {
      initial: 'live',
      on: {
        'log.clear': { target: '.live', actions: 'clear' },
        'file.opened': { target: '.past.paused', actions: { type: 'openFile', params: ({ event }) => event } },
        'file.unreadable': {
          target: '.unreadable',
          actions: { type: 'rememberName', params: ({ event }) => event.name },
        },
      },
      states: {
        live: {
          description: 'Shows the current state.',
          on: {
            'moment.compare': { actions: { type: 'setCompared', params: false } },
            'event.submit': [
              {
                guard: { type: 'isEvent', params: ({ event }) => event.fields },
                actions: [
                  { type: 'sendEvent', params: ({ event }) => event },
                  { type: 'setBroken', params: false },
                ],
              },
              { actions: { type: 'setBroken', params: true } },
            ],
            'position.set': { target: 'past', actions: { type: 'goTo', params: ({ event }) => event.at } },
            'position.move': {
              target: 'past',
              actions: ['goToEnd', { type: 'goBy', params: ({ event }) => event.by }],
            },
            'replay.play': { guard: 'hasEntries', target: 'past.playing', actions: 'goToBegin' },
          },
        },
        past: {
          initial: 'paused',
          on: {
            'position.set': { target: '.paused', actions: { type: 'goTo', params: ({ event }) => event.at } },
            'position.move': { target: '.paused', actions: { type: 'goBy', params: ({ event }) => event.by } },
            'live.resume': { target: 'live', actions: ['closeFile', 'clearCompared'] },
            'moment.compare': { actions: { type: 'setCompared', params: true } },
          },
          states: {
            paused: {
              description: 'Shows one moment of the past.',
              on: {
                'replay.play': [{ guard: 'isAtEnd', target: 'playing', actions: 'goToBegin' }, { target: 'playing' }],
              },
            },
            playing: {
              description: 'Replays the past, from one state to the next.',
              always: { guard: 'isAtEnd', target: 'paused' },
              after: { STEP: { target: 'playing', reenter: true, actions: 'goToMove' } },
              on: { 'replay.pause': 'paused' },
            },
          },
        },
        unreadable: {
          description: 'The opened file is not a log.',
          on: { 'live.resume': 'live' },
        },
      },
    },
  },
})
