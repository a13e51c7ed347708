import type { AnyStateMachine } from 'xstate'
import { QR_RULES, type QrProvider } from '#contract/qr.ts'
import { depositLogic, pendingDeposits } from '#src/actors/deposit.ts'
import deposit from '#tests/flows/deposit/deposit.model.ts'
import qrCode from '#tests/flows/qr-deposit/qr-code.model.ts'
import qrDeposit from '#tests/flows/qr-deposit/qr-deposit.model.ts'
import slipUpload from '#tests/flows/slip-upload/slip-upload.model.ts'
import { outsider } from '../actors.ts'
import type { Law } from '../search.ts'
import type { Site, SiteBounds, SiteWorld } from '../site.ts'
import type { Vertex } from '../tab.ts'
import { codeOf, isCurrent, judged, QR_LAWS, stateOf } from './qr-payment.ts'
import { breaks, create, get, happenings, holds, NOTHING, remove, type State } from './qr-server.ts'

/** The providers at which the player asks for codes. The others never have one. */
const USED = ['KBANK', 'WW'] as const satisfies readonly QrProvider[]
const UNUSED = ['PAYTIMZ', 'PAYONEX', 'FP'] as const satisfies readonly QrProvider[]
const tabOf = (provider: QrProvider) => `deposit/qr.${provider}`

export const DIALOG_LAWS: readonly Law<SiteWorld<State>>[] = [
  {
    name: 'one code shown',
    sentence: 'When a tab gets a new QR code, it no longer shows an older one of another provider as open.',
    cites: 'R219, D-15',
    holds: holds('one code shown'),
  },
  {
    name: 'choice kept',
    sentence:
      'If the page learns late of a code that is still open, the code does not replace the amount that the player is entering.',
    cites: 'R109, R353',
    holds: holds('choice kept'),
  },
]

type Move = Site<State>['player'][number]
/** The provider that the dialog shows. */
const chosenIn = ({ actors }: Vertex): QrProvider => actors.get('deposit')?.snapshot?.context.provider
const isClosed = (vertex: Vertex) => stateOf(vertex, 'deposit') === 'closed'
/** True if the player has entered an amount at the provider that the dialog shows. */
const isEntering = (vertex: Vertex) => {
  const tab = tabOf(chosenIn(vertex))
  const isOpen = ['empty', 'creating', 'unsure'].includes(stateOf(vertex, tab))
  return isOpen && vertex.actors.get(tab)?.snapshot?.context.text !== ''
}

const isShown = (provider: QrProvider) => (_: State, vertex: Vertex) =>
  !isClosed(vertex) && chosenIn(vertex) === provider
const chooses = (provider: QrProvider): Move => ({
  lines: [['deposit', `the player chooses ${provider}`, 'provider.choose', { provider }]],
  when: (_, vertex) => !isClosed(vertex) && chosenIn(vertex) !== provider,
})
/** A move at a provider that the dialog shows. `isDetour`: the player does not need it for progress. */
const moveAt = (provider: QrProvider, lines: Move['lines'], isDetour = false): Move => ({
  lines,
  when: isShown(provider),
  isDetour,
})
const [ENTERS, ASKS] = ['the player enters 100 baht, the minimum', 'the player asks for a code']
const [FIRST, SECOND] = USED.map(tabOf) as [string, string]
/**
 * The moves of the player. What the player does with a code that is open is searched at the first provider only, because
 * the machine of a code is the same everywhere.
 */
const MOVES: readonly Move[] = [
  ...USED.flatMap((provider) => [
    chooses(provider),
    moveAt(provider, [[tabOf(provider), 'the player tries again']]),
    moveAt(provider, [[tabOf(provider), 'the player checks again']]),
  ]),
  moveAt('KBANK', [[FIRST, ENTERS]]),
  moveAt('KBANK', [[FIRST, ASKS]]),
  moveAt('WW', [
    [SECOND, ENTERS],
    [SECOND, ASKS],
  ]),
  moveAt('KBANK', [
    [codeOf(FIRST), 'the player asks to cancel the code'],
    [codeOf(FIRST), 'the player confirms the cancellation'],
  ]),
  moveAt('KBANK', [[codeOf(FIRST), 'the player asks for a new code']]),
  moveAt('KBANK', [[codeOf(FIRST), 'the player reports the payment']], true),
  moveAt('KBANK', [[codeOf(FIRST), 'the player dismisses the message']], true),
]
const atEach = <T>(providers: readonly QrProvider[], entry: (tab: string) => Readonly<Record<string, T>>) =>
  Object.assign({}, ...providers.map((provider) => entry(tabOf(provider)))) as Record<string, T>

/** The deposit dialog with codes of two providers, from its opening to a payment. */
export const qrDialog = (_: SiteBounds): Site<State> => ({
  page: {
    name: 'deposit',
    machine: depositLogic as AnyStateMachine,
    input: () => ({
      wallet: outsider('wallet'),
      toasts: outsider('toasts'),
      rules: QR_RULES,
      pending: pendingDeposits(),
    }),
  },
  models: {
    deposit,
    'deposit/slip': slipUpload,
    ...atEach<typeof qrDeposit | typeof qrCode>([...USED, ...UNUSED], (tab) => ({
      [tab]: qrDeposit,
      [codeOf(tab)]: qrCode,
    })),
  },
  player: MOVES,
  answers: {
    'deposit/lookup.deposit': ['lookup.deposit answers: the deposit methods'],
    'deposit/slip/lookup.slip': ['lookup.slip answers: slips are accepted from 00:30 to 23:00'],
    ...atEach(UNUSED, (tab) => ({ [`${tab}/qr.get`]: ['qr.get answers: no code is open'] })),
  },
  calls: atEach<Site<State>['calls'][string]>(USED, (tab) => ({
    [`${tab}/qr.get`]: get,
    [`${codeOf(tab)}/qr.get`]: get,
    [`${tab}/qr.create`]: create,
    [`${codeOf(tab)}/qr.remove`]: remove(new Set()),
  })),
  names: {
    'qr.get': 'the question about the code',
    'qr.create': 'the request for a code',
    'qr.remove': 'the cancellation',
  },
  first: NOTHING,
  happens: (state, bounds) => happenings(state, bounds, new Set()),
  sees: (state, seen) => {
    const { before, after, reply } = seen
    const notices = { cancelled: 'toasts toast.show', moved: 'wallet wallet.read' }
    const next = USED.reduce((from, provider) => judged(from, seen, tabOf(provider), notices), state)
    const isIn = (vertex: Vertex, provider: QrProvider, name: string) => stateOf(vertex, tabOf(provider)) === name
    const isNew = USED.some((provider) => isIn(before, provider, 'creating') && isIn(after, provider, 'shown'))
    const live = USED.filter((provider) => stateOf(after, codeOf(tabOf(provider))).startsWith('live'))
    if (isNew && live.length > 1) return breaks(next, 'one code shown')
    const isReplaced = reply !== null && isEntering(before) && chosenIn(before) !== chosenIn(after)
    return isReplaced ? breaks(next, 'choice kept') : next
  },
  laws: [...QR_LAWS, ...DIALOG_LAWS],
  shows: ['ended', 'closed'],
  isSettled: (state, vertices) =>
    state.payments.every(({ reports }) => reports > 0) &&
    vertices.every((vertex) => isClosed(vertex) || USED.every((provider) => isCurrent(state, vertex, tabOf(provider)))),
})
