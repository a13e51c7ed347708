import { QR_RULES } from '#contract/qr.ts'
import { depositLogic } from '#src/actors/deposit.ts'
import qrCode from '#tests/flows/qr-deposit/qr-code.model.ts'
import qrDeposit from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import { childOf, outsider } from '../actors.ts'
import type { Law } from '../search.ts'
import type { Seen, Site, SiteBounds, SiteWorld } from '../site.ts'
import type { Vertex } from '../tab.ts'
import {
  breaks,
  create,
  get,
  happenings,
  holds,
  idOf,
  isPaid,
  NOTHING,
  type QrFault,
  remove,
  type State,
} from './qr-server.ts'

export const QR_LAWS: readonly Law<SiteWorld<State>>[] = [
  {
    name: 'credited once',
    sentence:
      'Each payment that the bank reports is credited exactly once, also if its code has expired, was cancelled, or was replaced by a newer one.',
    cites: 'R175, R385',
    holds: ({ state }) => state.payments.every(({ reports, credits }) => credits === Math.min(1, reports)),
  },
  {
    name: 'told paid',
    sentence: 'A QR code is reported to the player as paid only if its money has been credited.',
    cites: 'R215, R353',
    holds: holds('told paid'),
  },
  {
    name: 'told cancelled',
    sentence:
      'A QR code is reported to the player as cancelled only if the server has closed it. A payment that still comes is credited all the same (*credited once*).',
    cites: 'R217, R355',
    holds: holds('told cancelled'),
  },
  {
    name: 'balance read after a code',
    sentence: 'When a tab learns that its code was paid, or was closed in another tab, the balance is read again.',
    cites: 'R80, R215',
    holds: holds('balance read after a code'),
  },
]

export const stateOf = ({ states }: Vertex, address: string) => states[address] ?? ''
/** The address of the code that the QR deposit at `deposit` shows. */
export const codeOf = (deposit: string) => `${deposit}/qrCode`
const CODE = codeOf('qrDeposit')
/** The number of the code that a QR deposit shows, even if the code has ended. -1 if it shows none. */
const codeIn = ({ codes }: State, vertex: Vertex, deposit: string) => {
  const id = vertex.actors.get(codeOf(deposit))?.snapshot?.context.code?.qrcodeId
  return codes.findIndex((_, at) => idOf(at) === id)
}
/** The effects, as `actor event`, by which a page reports that a code was cancelled, and reads the balance again. */
type Notices = { cancelled: string; moved: string }
/** Records what the QR deposit at `deposit` has wrongly reported in a step. */
export function judged(state: State, { before, after, sent }: Seen, deposit: string, { cancelled, moved }: Notices) {
  const [from, to] = [stateOf(before, codeOf(deposit)), stateOf(after, codeOf(deposit))]
  const enters = (name: string) => to.startsWith(name) && !from.startsWith(name)
  const isCancelled = from === 'cancelling' && stateOf(after, deposit) === 'empty' && sent.includes(cancelled)
  const codeAt = (vertex: Vertex) => codeIn(state, vertex, deposit)
  if (isCancelled && state.codes[codeAt(before)]?.status === 'open') return breaks(state, 'told cancelled')
  if (enters('received') && !isPaid(state, codeAt(after))) return breaks(state, 'told paid')
  const isStale = (enters('received') || enters('ended')) && !sent.includes(moved)
  return isStale ? breaks(state, 'balance read after a code') : state
}
/** True if the QR deposit at `deposit` shows what the server knows. */
export function isCurrent(state: State, vertex: Vertex, deposit: string): boolean {
  const shown = stateOf(vertex, deposit)
  const isLive = stateOf(vertex, codeOf(deposit)).startsWith('live')
  if (shown === 'shown') return !isLive || state.codes[codeIn(state, vertex, deposit)]?.status === 'open'
  return shown === 'empty' || shown === 'unread'
}

/** A deposit through a single provider, from the request for a code to its payment. */
export const qrPayment = (_: SiteBounds, faults: readonly QrFault[] = []): Site<State> => {
  const seeded = new Set(faults)
  return {
    page: {
      name: 'qrDeposit',
      machine: childOf(depositLogic, 'qrDeposit'),
      input: () => ({ provider: 'WW', rule: QR_RULES.WW, owner: outsider('deposit') }),
    },
    models: { qrDeposit, [CODE]: qrCode },
    player: [
      { lines: [['qrDeposit', 'the tab is opened']] },
      { lines: [['qrDeposit', 'the player tries again']] },
      {
        lines: [
          ['qrDeposit', 'the player enters 100 baht, the minimum'],
          ['qrDeposit', 'the player asks for a code'],
        ],
      },
      { lines: [['qrDeposit', 'the player checks again']] },
      {
        lines: [
          [CODE, 'the player asks to cancel the code'],
          [CODE, 'the player confirms the cancellation'],
        ],
      },
      { lines: [[CODE, 'the player asks for a new code']] },
      {
        lines: [[CODE, 'the countdown reaches 00:00']],
        when: ({ codes }) => codes.some(({ status }) => status !== 'open'),
      },
    ],
    answers: {},
    calls: {
      'qrDeposit/qr.get': get,
      [`${CODE}/qr.get`]: get,
      'qrDeposit/qr.create': create,
      [`${CODE}/qr.remove`]: remove(seeded),
    },
    names: {
      'qr.get': 'the question about the code',
      'qr.create': 'the request for a code',
      'qr.remove': 'the cancellation',
    },
    first: NOTHING,
    happens: (state, bounds) => happenings(state, bounds, seeded),
    sees: (state, seen) =>
      judged(state, seen, 'qrDeposit', { cancelled: 'deposit qr.cancelled', moved: 'deposit qr.moneyMoved' }),
    laws: QR_LAWS,
    shows: ['received', 'ended'],
    isSettled: (state, vertices) =>
      state.payments.every(({ reports }) => reports > 0) &&
      vertices.every((vertex) => isCurrent(state, vertex, 'qrDeposit')),
  }
}
