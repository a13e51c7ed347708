import { QR_RULES } from '#contract/qr.ts'
import { depositLogic } from '#src/actors/deposit.ts'
import qrCode from '#tests/flows/qr-deposit/qr-code.model.ts'
import qrDeposit from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { code as sample } from '#tests/kit/samples/qr.ts'
import { childOf, outsider } from '../actors.ts'
import type { Law } from '../search.ts'
import type { Asked, Happening, Reply, Served, Site, SiteBounds, SiteWorld } from '../site.ts'
import type { Vertex } from '../tab.ts'

/** Faults that can be seeded into the server of QR codes. */
export const QR_FAULTS = [
  'a payment of a code that is not open is lost',
  'a payment that is reported again is credited again',
  'a cancelled code stays open',
] as const
export type QrFault = (typeof QR_FAULTS)[number]

type Code = { status: 'open' | 'cancelled' | 'superseded' | 'expired' | 'paid' }
/** A payment of the code with this number. `reports`: how often the bank has reported it. */
type Payment = { code: number; reports: number; credits: number }
/** `broken`: what must not happen, and did. */
type State = { codes: Code[]; payments: Payment[]; broken: string[] }
type Faults = ReadonlySet<QrFault>

const idOf = (at: number) => `q${at + 1}`
const breaks = (state: State, what: string): State =>
  state.broken.includes(what) ? state : { ...state, broken: [...state.broken, what] }
const withStatus = (state: State, at: number, status: Code['status']): State => ({
  ...state,
  codes: state.codes.map((code, place) => (place === at ? { status } : code)),
})
const openIn = ({ codes }: State) => codes.findIndex(({ status }) => status === 'open')
const isPaid = ({ payments }: State, at: number) => payments.some(({ code, credits }) => code === at && credits > 0)
const shown = (at: number) => ({ ...sample, qrcode: '', qrcodeId: idOf(at) })
const answer = (words: string, output: object, state: State): Served<State>[] => [{ reply: { words, output }, state }]

function get(state: State): Served<State>[] {
  const open = openIn(state)
  if (open >= 0) return answer(`code ${open + 1} is open`, shown(open), state)
  const last = state.payments.findLast(({ credits }) => credits > 0)
  if (!last) return answer('there is no code', { hasQrcode: false }, state)
  const paid = { qrcodeId: idOf(last.code), amount: sample.amount }
  return answer(`code ${last.code + 1} was paid`, { hasQrcode: false, paid }, state)
}

function create(state: State, _: Asked, { uses }: SiteBounds): Served<State>[] {
  const { codes } = state
  const full: Reply = { words: 'there were too many codes', failure: refused('QR_FAIL') }
  if (codes.length >= uses) return [{ reply: full, state }]
  const open = openIn(state)
  const before = open < 0 ? state : withStatus(state, open, 'superseded')
  const next: State = { ...before, codes: [...before.codes, { status: 'open' }] }
  return answer(`it creates code ${codes.length + 1}`, shown(codes.length), next)
}

const remove =
  (faults: Faults) =>
  (state: State, { input }: Asked): Served<State>[] => {
    const at = state.codes.findIndex((_, place) => idOf(place) === input.qrcodeId)
    const { status } = state.codes[at] ?? { status: 'paid' }
    if (status === 'paid') return [{ reply: { words: 'the code was paid', failure: refused('QR_FAIL') }, state }]
    const isClosed = status === 'open' && !faults.has('a cancelled code stays open')
    return answer('it cancels the code', {}, isClosed ? withStatus(state, at, 'cancelled') : state)
  }

/** The bank reports a payment, the first time or again. */
function reported(state: State, at: number, faults: Faults): State {
  const { code, reports, credits } = state.payments[at] as Payment
  const isOpen = state.codes[code]?.status === 'open'
  const isLost = !isOpen && faults.has('a payment of a code that is not open is lost')
  const isCredited = reports === 0 ? !isLost : faults.has('a payment that is reported again is credited again')
  const payment = { code, reports: reports + 1, credits: isCredited ? credits + 1 : credits }
  const payments = state.payments.map((each, place) => (place === at ? payment : each))
  const next = { ...state, payments }
  return isCredited ? withStatus(next, code, 'paid') : next
}

function happenings(state: State, { tries }: SiteBounds, faults: Faults): Happening<State>[] {
  const { codes, payments } = state
  const paying = codes.map((_, code) => ({
    words: `the player pays code ${code + 1} in the app of the bank`,
    state: { ...state, payments: [...payments, { code, reports: 0, credits: 0 }] },
    isFault: true,
  }))
  const reporting = payments.flatMap(({ code, reports }, at) =>
    reports > 1
      ? []
      : {
          words: `the bank reports the payment of code ${code + 1}${reports > 0 ? ' again' : ''}`,
          state: reported(state, at, faults),
          isFault: reports > 0,
        },
  )
  const open = openIn(state)
  const expiry = { words: `code ${open + 1} expires`, state: withStatus(state, open, 'expired'), isFault: true }
  return [...(payments.length < tries ? paying : []), ...reporting, ...(open < 0 ? [] : [expiry])]
}

const holds =
  (what: string) =>
  ({ state }: SiteWorld<State>) =>
    !state.broken.includes(what)
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
    sentence: 'A QR code is reported to the player as cancelled only if it is no longer open.',
    cites: 'R217, R355',
    holds: holds('told cancelled'),
  },
  {
    name: 'balance read after a code',
    sentence: 'When the player learns that a code was paid or closed elsewhere, the balance is read again.',
    cites: 'R80, R215',
    holds: holds('balance read after a code'),
  },
]

const stateOf = ({ states }: Vertex, address: string) => states[address] ?? ''
const CODE = 'qrDeposit/qrCode'
/** The number of the code that a tab shows, or shows the end of; -1 if it shows none. */
const codeIn = ({ codes }: State, vertex: Vertex) => {
  const id = vertex.actors.get(CODE)?.snapshot?.context.code?.qrcodeId
  return codes.findIndex((_, at) => idOf(at) === id)
}

/** Depositing with one provider, from the request for a code to its payment. */
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
      { lines: [[CODE, 'the clock shows 00:00']], when: ({ codes }) => codes.some(({ status }) => status !== 'open') },
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
    first: { codes: [], payments: [], broken: [] },
    happens: (state, bounds) => happenings(state, bounds, seeded),
    sees: (state, { before, after, sent }) => {
      const [from, to] = [stateOf(before, CODE), stateOf(after, CODE)]
      const enters = (name: string) => to.startsWith(name) && !from.startsWith(name)
      const isCancelled = sent.includes('deposit qr.cancelled')
      if (isCancelled && state.codes[codeIn(state, before)]?.status === 'open') return breaks(state, 'told cancelled')
      if (enters('received') && !isPaid(state, codeIn(state, after))) return breaks(state, 'told paid')
      const isStale = (enters('received') || enters('ended')) && !sent.includes('deposit qr.moneyMoved')
      return isStale ? breaks(state, 'balance read after a code') : state
    },
    laws: QR_LAWS,
    shows: ['received', 'ended'],
    isSettled: (state, vertices) =>
      state.payments.every(({ reports }) => reports > 0) &&
      vertices.every((vertex) => {
        const at = codeIn(state, vertex)
        const isLive = stateOf(vertex, CODE).startsWith('live')
        if (stateOf(vertex, 'qrDeposit') === 'shown') return !isLive || state.codes[at]?.status === 'open'
        return ['empty', 'unread'].includes(stateOf(vertex, 'qrDeposit'))
      }),
  }
}
