import { refused } from '#tests/kit/samples/failures.ts'
import { code as sample } from '#tests/kit/samples/qr.ts'
import type { Asked, Happening, Served, SiteBounds, SiteWorld } from '../site.ts'

/** Faults that can be seeded into the server of QR codes. */
export const QR_FAULTS = [
  'a payment of a code that is not open is lost',
  'a payment that is reported again is credited again',
  'a cancelled code stays open',
] as const
export type QrFault = (typeof QR_FAULTS)[number]

type Code = { provider: string; status: 'open' | 'cancelled' | 'superseded' | 'expired' | 'paid' }
/** A payment of the code with the number `code`. `reports`: how often the bank has reported it. */
type Payment = { code: number; reports: number; credits: number }
/** `last`: by provider, the code that was paid last. `broken`: the forbidden events that have happened. */
export type State = {
  codes: Code[]
  payments: Payment[]
  last: Readonly<Record<string, number>>
  broken: string[]
}
/** The state before anything has happened. */
export const NOTHING: State = { codes: [], payments: [], last: {}, broken: [] }
type Faults = ReadonlySet<QrFault>

export const idOf = (at: number) => `q${at + 1}`
export const breaks = (state: State, what: string): State =>
  state.broken.includes(what) ? state : { ...state, broken: [...state.broken, what] }
/** Returns the predicate of a law: true unless the law was recorded as broken. */
export const holds =
  (what: string) =>
  ({ state }: SiteWorld<State>) =>
    !state.broken.includes(what)

const withStatus = (state: State, at: number, status: Code['status']): State => ({
  ...state,
  codes: state.codes.map((code, place) => (place === at ? { ...code, status } : code)),
})
export const openIn = ({ codes }: State) => codes.findIndex(({ status }) => status === 'open')
export const isPaid = ({ payments }: State, at: number) =>
  payments.some(({ code, credits }) => code === at && credits > 0)
const shown = (at: number) => ({ ...sample, qrcode: '', qrcodeId: idOf(at) })
const answer = (words: string, output: object, state: State): Served<State>[] => [{ reply: { words, output }, state }]

export function get(state: State, { input }: Pick<Asked, 'input'>): Served<State>[] {
  const open = openIn(state)
  if (open >= 0 && state.codes[open]?.provider === input.provider)
    return answer(`code ${open + 1} is open`, shown(open), state)
  const last = state.last[String(input.provider)]
  if (last === undefined) return answer('there is no code', { hasQrcode: false }, state)
  const times = state.payments.reduce((sum, { code, credits }) => (code === last ? sum + credits : sum), 0)
  const paid = { qrcodeId: idOf(last), amount: times * (sample.amount ?? 0) }
  return answer(`code ${last + 1} was paid`, { hasQrcode: false, paid }, state)
}

export function create(state: State, { input }: Asked, { uses }: SiteBounds): Served<State>[] {
  const { codes } = state
  if (codes.length >= uses)
    return answer('the provider issues no code', { hasQrcode: false, message: 'QR_FAIL' }, state)
  const open = openIn(state)
  const before = open < 0 ? state : withStatus(state, open, 'superseded')
  const code = { provider: String(input.provider), status: 'open' as const }
  const next: State = { ...before, codes: [...before.codes, code] }
  return answer(`it creates code ${codes.length + 1}`, shown(codes.length), next)
}

export const remove =
  (faults: Faults) =>
  (state: State, { input }: Asked): Served<State>[] => {
    const at = state.codes.findIndex((_, place) => idOf(place) === input.qrcodeId)
    const { status } = state.codes[at] ?? { status: 'paid' }
    if (status === 'paid') return [{ reply: { words: 'the code was paid', failure: refused('QR_FAIL') }, state }]
    const isClosed = status === 'open' && !faults.has('a cancelled code stays open')
    return answer('it cancels the code', {}, isClosed ? withStatus(state, at, 'cancelled') : state)
  }

/** The state after the player has paid a code. The bank has not reported the payment yet. */
export const paid = (state: State, code: number): State => ({
  ...state,
  payments: [...state.payments, { code, reports: 0, credits: 0 }],
})
/** The state after the open code has expired. */
export const expired = (state: State): State => withStatus(state, openIn(state), 'expired')

/** The state after the bank has reported a payment, for the first time or again. */
export function reported(state: State, at: number, faults: Faults): State {
  const { code, reports, credits } = state.payments[at] as Payment
  const isOpen = state.codes[code]?.status === 'open'
  const isLost = !isOpen && faults.has('a payment of a code that is not open is lost')
  const isCredited = reports === 0 ? !isLost : faults.has('a payment that is reported again is credited again')
  const payment = { code, reports: reports + 1, credits: isCredited ? credits + 1 : credits }
  const payments = state.payments.map((each, place) => (place === at ? payment : each))
  const next = { ...state, payments }
  const last = { ...state.last, [state.codes[code]?.provider ?? '']: code }
  return isCredited ? { ...withStatus(next, code, 'paid'), last } : next
}

export function happenings(state: State, { tries }: SiteBounds, faults: Faults): Happening<State>[] {
  const { codes, payments } = state
  const paying = codes.map((_, code) => ({
    words: `the player pays code ${code + 1} in the app of the bank`,
    state: paid(state, code),
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
  const expiry = { words: `code ${open + 1} expires`, state: expired(state), isFault: true }
  return [...(payments.length < tries ? paying : []), ...reporting, ...(open < 0 ? [] : [expiry])]
}
