import { type AnyStateMachine, assign } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { DAY, PENDING_TIME } from '#contract/limits.ts'
import type { QrCode } from '#contract/qr.ts'
import { newKey } from '#contract/random.ts'
import { pendingTransfer } from '#src/actors/transfer.ts'
import { clearPending, storePending } from '#src/lib/pending.ts'
import { clearToken } from '#src/lib/token.ts'
import { childOf } from './actors.ts'
import { type Change, childWith, nothing, type Parts, rewired } from './changes.ts'
import { type Bounds, type Flow, FlowSystem } from './flow.ts'
import { flows } from './flows.ts'
import { LIVENESS, type Result, search } from './search.ts'
import { SEEDED_CHAT } from './seeded-chat.ts'
import type { Fault } from './server.ts'
import { type Site, type SiteBounds, SiteSystem } from './site.ts'
import { recoverByCode } from './sites/codes.ts'
import { qrDialog } from './sites/qr-dialog.ts'
import { qrPayment } from './sites/qr-payment.ts'
import { type SessionFault, SessionSystem } from './sites/session.ts'
import type { Searched, SeededSite } from './sites.ts'
import { NOW } from './tab.ts'

/** A deliberately seeded fault, and the law that it breaks. */
export type Seeded = { name: string; law: string; flow: Flow; faults?: readonly Fault[] }

/** Small bounds that are still wide enough to find every seeded fault. */
export const SMALL: Bounds = { tabs: 1, confirms: 1, requests: 2, arrivals: 2, ends: 1, closings: 1 }
/**
 * The small bounds for a flow. With a passkey, the player confirms twice, because only then can the answer for one
 * change be used for another.
 */
const boundsOf = ({ isPlain, signs }: Flow): Bounds => ({
  ...SMALL,
  ...(isPlain && { arrivals: 1 }),
  ...(signs && { confirms: 2 }),
})

/** Searches a flow with a seeded fault until its law is broken. */
export function find({ flow, faults, law }: Seeded): Result {
  const isQuick = !Object.values(LIVENESS).some(({ name }) => name === law)
  return search(new FlowSystem(flow, boundsOf(flow), faults), { isQuick, limit: 50_000 })
}

const within = (flow: Flow, change: (machine: AnyStateMachine) => AnyStateMachine): Flow => ({
  ...flow,
  page: { ...flow.page, machine: change(flow.page.machine) },
})
/** The flow with a changed implementation of the attempt's owner. */
const owner = (flow: Flow, parts: Parts) => within(flow, (machine) => machine.provide(parts))
/** The flow with a changed implementation of its attempt. */
const attempt = (flow: Flow, parts: Parts) =>
  within(flow, (machine) => machine.provide({ actors: { attempt: childOf(machine, 'attempt').provide(parts) } }))
type Signed = { context: { signed: object | null } }
/** A transition for a check that wrongly creates a new key. */
const withNewKey = (target: string) => ({ target, actions: assign({ key: () => newKey() }) })
/** The flow with a changed step-up. */
const stepUp = (flow: Flow, change: (machine: AnyStateMachine) => AnyStateMachine) =>
  within(flow, (machine) => machine.provide({ actors: { stepUp: change(childOf(machine, 'stepUp')) } }))
/** The flow with a changed page input. */
const page = (flow: Flow, change: (input: object) => object): Flow => ({
  ...flow,
  page: { ...flow.page, input: () => change(flow.page.input()) },
})
/** The flow whose page reads what is stored as if the clock showed `time`. */
const readingAt = (flow: Flow, time: (now: number) => number): Flow => ({
  ...flow,
  page: {
    ...flow.page,
    input: () => {
      const { now } = Date
      const shown = time(now())
      Date.now = () => shown
      try {
        return flow.page.input()
      } finally {
        Date.now = now
      }
    },
  },
})
/** The guards of an owner that treats every outcome as done. */
const MADE = { isDone: () => true, isSeen: () => false, isRefused: () => false }
const BELIEVED = 'the client believes an answer given before the change was looked at'
const BELIEVED_LIMIT: Fault = 'the client believes a limit of requests although an earlier request had no answer'

const { qrCreate, qrCancel, limitedSlipUpload } = flows
const { slipUpload, plainSlipUpload, playLimit, limitQuestion, register, erasureByPasskey, erasureByPassword } = flows
const { transfer, withdraw, giftLink, plainTransfer, plainWithdraw, spin, inviteBonus } = flows
const { agedTransfer, gameFill, gameOpening } = flows

type SiteBuilder<S extends object, F> = (bounds: SiteBounds, faults?: readonly F[]) => Site<S>
/** Builds a system with faults in its server, or with a changed machine. */
const seededSite =
  <S extends object, F>(builder: SiteBuilder<S, F>, bounds: Partial<SiteBounds> = {}) =>
  (faults: readonly F[], change: Change = (machine) => machine) =>
  () => {
    const within: SiteBounds = { tabs: 1, requests: 1, arrivals: 1, uses: 1, tries: 2, ...bounds }
    const site = builder(within, faults)
    const { page } = site
    return new SiteSystem({ ...site, page: { ...page, machine: change(page.machine) } }, within) as unknown as Searched
  }
const codes = seededSite(recoverByCode)
const payments = seededSite(qrPayment)
/** Builds the deposit dialog with changed parts of its root machine. */
const dialog = (parts: Parts) =>
  seededSite(qrDialog, { requests: 2, uses: 2, tries: 0 })([], (machine) => machine.provide(parts))

const session =
  (isMember: boolean, faults: readonly SessionFault[], change: Change = (machine) => machine, uses = 1) =>
  () =>
    new SessionSystem({ tabs: 2, requests: uses, uses }, { isMember, faults, change }) as unknown as Searched

/** Faults in the handling of codes from text messages, QR codes, sessions and messages to support. */
export const SEEDED_SITES: readonly SeededSite[] = [
  {
    name: 'a code from a text message can be used twice',
    law: 'one code, one use',
    site: codes(['a code can be used twice']),
  },
  { name: 'a code from a text message never expires', law: 'five tries', site: codes(['a code never expires']) },
  { name: 'wrong codes are not counted', law: 'five tries', site: codes(['wrong codes are not counted']) },
  {
    name: 'a repeated request counts as another wrong code',
    law: 'one press, one try',
    site: seededSite(recoverByCode, { arrivals: 2 })(['a repeated request counts as another wrong code']),
  },
  {
    name: 'the right code is reported as wrong when it is checked again',
    law: 'told wrong',
    site: codes(['the right code is reported as wrong when it is checked again']),
  },
  {
    name: 'a refused code is taken for verified',
    law: 'told verified',
    site: codes([], childWith('otp', { guards: { isVerified: () => true } })),
  },
  {
    name: 'a code that was verified before is not taken for verified',
    law: 'told wrong',
    site: codes([], childWith('otp', { guards: { isVerified: () => false } })),
  },
  {
    name: 'a player whose code is refused can never request another one',
    law: 'gets on',
    site: codes([], childWith('otp', { guards: { isOver: () => false } })),
  },
  {
    name: 'the player is not told that a code is refused',
    law: 'gets on',
    site: codes([], childWith('otp', { actions: { showFailure: nothing } })),
  },
  {
    name: 'a verified phone leads back to the phone number',
    law: 'gets on',
    site: codes([], (machine) => machine.provide({ guards: { isVerified: () => false } })),
  },
  {
    name: 'a payment of a QR code that is not open is lost',
    law: 'credited once',
    site: payments(['a payment of a code that is not open is lost']),
  },
  {
    name: 'a payment that is reported again is credited again',
    law: 'credited once',
    site: payments(['a payment that is reported again is credited again']),
  },
  { name: 'a cancelled QR code stays open', law: 'told cancelled', site: payments(['a cancelled code stays open']) },
  {
    name: 'a QR code is reported as paid when another code was paid',
    law: 'told paid',
    site: seededSite(qrPayment, { tabs: 2, uses: 2, tries: 1 })(
      [],
      childWith('qrCode', { guards: { isPaid: (_: unknown, { paid }: QrCode) => paid !== undefined } }),
    ),
  },
  {
    name: 'the balance is not read again after the payment of a QR code',
    law: 'balance read after a code',
    site: payments([], childWith('qrCode', { actions: { reportMoved: nothing } })),
  },
  {
    name: 'a new QR code leaves the older one of another provider open in the tab',
    law: 'one code shown',
    site: dialog({ actions: { reloadOthers: nothing } }),
  },
  {
    name: 'a QR code that is found late replaces the amount that the player enters',
    law: 'choice kept',
    site: dialog({ guards: { isUnchosen: () => true } }),
  },
  {
    name: 'the deposit dialog does not report that money has moved',
    law: 'balance read after a code',
    site: dialog({ actions: { readWallet: nothing } }),
  },
  {
    name: 'a guest follows the login of another tab, and the session does not notice',
    law: 'knows its login',
    site: session(false, ['a guest follows the login of another tab at once']),
  },
  {
    name: 'a late answer about an older login ends the new one',
    law: 'own end',
    site: session(true, ['a late answer about an older login is believed'], undefined, 2),
  },
  {
    name: 'a logout leaves the login of the browser',
    law: 'logged out in this browser',
    site: session(true, [], (machine) => machine.provide({ actions: { clearStores: nothing } })),
  },
  {
    name: 'a logout does not end the login at the server',
    law: 'logged out in this browser',
    site: session(true, [], (machine) => machine.provide({ actions: { clearStores: clearToken } })),
  },
  {
    name: 'a tab does not follow the logout of another one',
    law: 'logged out in this browser',
    site: session(true, [], (machine) => rewired(machine, 'member', { 'tab.signedOut': {} })),
  },
  {
    name: 'the end of a login removes the newer login of another tab',
    law: 'own end',
    site: session(true, [], (machine) => machine.provide({ actions: { leaveToken: clearToken } }), 2),
  },
  {
    name: 'a tab takes over a login without its token',
    law: 'knows its login',
    site: session(false, [], (machine) => machine.provide({ actions: { adoptToken: nothing } })),
  },
  {
    name: 'a change without an answer is forgotten when the login ends',
    law: 'kept through a logout',
    site: session(true, [], (machine) =>
      machine.provide({
        actions: {
          leaveToken: () => {
            clearToken()
            for (const name of Object.keys(window.sessionStorage)) window.sessionStorage.removeItem(name)
          },
        },
      }),
    ),
  },
  ...SEEDED_CHAT,
]

/** Searches a page with a seeded fault until its law is broken. */
export function findOnSite({ site, law }: SeededSite): Result {
  const isQuick = !Object.values(LIVENESS).some(({ name }) => name === law)
  return search(site(), { isQuick, limit: 50_000 })
}

/** Faults in the client, the machines and the server. Each entry seeds one fault. */
export const SEEDED: readonly Seeded[] = [
  {
    name: 'an early answer is believed, and the server judges the login before the key',
    law: 'told refused',
    flow: transfer,
    faults: [BELIEVED, 'the server judges the login before the key'],
  },
  {
    name: 'an early answer is believed, and the server judges the site before the key',
    law: 'told refused',
    flow: withdraw,
    faults: [BELIEVED, 'the server judges the site before the key'],
  },
  ...(['playLimit', 'limitQuestion', 'erasureByPassword', 'qrCreate'] as const).map((name) => ({
    name: `a limit of requests is believed after a request without an answer: ${name}`,
    law: 'told refused',
    flow: flows[name],
    faults: [BELIEVED_LIMIT],
  })),
  {
    name: 'a limit of requests is believed about a slip that was sent before the page was loaded again',
    law: 'told refused',
    flow: owner(limitedSlipUpload, {
      guards: { isUnknown: (_: unknown, failure: Failure) => failure.kind === 'unknown' },
    }),
  },
  { name: 'the server forgets keys', law: 'moves once', flow: transfer, faults: ['the server forgets keys'] },
  {
    name: 'the server forgets the key of a change that the player has left',
    law: 'moves once',
    flow: qrCancel,
    faults: ['the server forgets the key of a change that the player has left'],
  },
  { name: 'the server forgets refusals', law: 'told refused', flow: transfer, faults: ['the server forgets refusals'] },
  {
    name: 'the server answers before it commits',
    law: 'told done',
    flow: transfer,
    faults: ['the server answers before it commits'],
  },
  {
    name: 'the server repeats a refusal as done',
    law: 'told done',
    flow: withdraw,
    faults: ['the server repeats a refusal as done'],
  },
  {
    name: 'checking again sends a new key',
    law: 'one key',
    flow: attempt(transfer, { actions: { reportUnknown: assign({ key: () => newKey() }) } }),
  },
  {
    name: 'loading the page again sends a new key',
    law: 'one key',
    flow: page(transfer, ({ pending, ...input }: { pending?: object | null }) => ({
      ...input,
      pending: pending && { ...pending, key: newKey() },
    })),
  },
  {
    name: 'the key is not kept',
    law: 'kept until answered',
    flow: attempt(transfer, { actions: { savePending: nothing } }),
  },
  {
    name: 'a change without an answer is still sent again after more than seven days',
    law: 'kept until answered',
    flow: readingAt(agedTransfer, () => NOW),
  },
  {
    name: 'a change without an answer is forgotten after five days',
    law: 'gets on',
    flow: readingAt(agedTransfer, (now) => now + PENDING_TIME - 5 * DAY),
  },
  {
    name: 'checking an old change again keeps it for seven more days',
    law: 'kept until answered',
    flow: attempt(agedTransfer, {
      actions: {
        savePending: ({ context: { owner: _, ...change } }) => {
          if (pendingTransfer() === null) clearPending('transfer')
          storePending('transfer', change)
        },
      },
    }),
  },
  {
    name: 'the key of a withdrawal is not kept',
    law: 'kept until answered',
    flow: attempt(withdraw, { actions: { savePending: nothing } }),
  },
  {
    name: 'the key is never forgotten',
    law: 'can settle',
    flow: attempt(transfer, { actions: { clearPending: nothing } }),
  },
  {
    name: 'the page does not read what is stored',
    law: 'can settle',
    flow: page(transfer, (input) => ({ ...input, pending: null })),
  },
  {
    name: 'an unknown outcome is reported as refused',
    law: 'told refused',
    flow: attempt(transfer, { guards: { isAnswer: () => true } }),
  },
  {
    name: 'an unknown outcome of a gift link is reported as refused',
    law: 'told refused',
    flow: attempt(giftLink, { guards: { isAnswer: () => true } }),
  },
  {
    name: 'a refusal is shown as done',
    law: 'told done',
    flow: owner(transfer, { guards: MADE }),
  },
  {
    name: 'an outcome that the player has only seen is shown as done',
    law: 'told done',
    flow: owner(plainTransfer, { guards: MADE }),
  },
  {
    name: 'a done withdrawal is shown as refused',
    law: 'told refused',
    flow: owner(withdraw, { guards: { isDone: () => false, isRefused: () => true } }),
  },
  {
    name: 'a refused move of all money into a game is shown as done',
    law: 'told done',
    flow: owner(gameFill, { guards: { isRefused: () => false } }),
  },
  {
    name: 'a game account that the server refuses to open is shown as open',
    law: 'told done',
    flow: owner(gameOpening, { guards: { isOpenAlready: () => true } }),
  },
  {
    name: 'the balance is not read again',
    law: 'balance read again',
    flow: owner(transfer, { actions: { readWallet: nothing } }),
  },
  {
    name: 'the balance is not read again when no answer comes',
    law: 'balance read again',
    flow: attempt(spin, { actions: { reportUnknown: nothing } }),
  },
  {
    name: 'a backend without keys is sent the change again after the page was loaded again',
    law: 'moves once',
    flow: attempt(plainTransfer, { guards: { mustLook: () => false } }),
  },
  {
    name: 'a backend without keys is trusted to know a withdrawal again',
    law: 'moves once',
    flow: attempt(plainWithdraw, { guards: { isRepeatable: () => true, mustLook: () => false } }),
  },
  {
    name: 'a backend with keys is never asked again',
    law: 'gets on',
    flow: attempt(transfer, { guards: { isRepeatable: () => false } }),
  },
  {
    name: 'a collection left in doubt is forgotten',
    law: 'kept until answered',
    flow: attempt(inviteBonus, { actions: { savePending: nothing } }),
  },
  {
    name: 'the same slip is sent again with a new key',
    law: 'one key',
    flow: owner(slipUpload, {
      actions: {
        setPending: assign(({ context: { chosen, now } }) => ({
          pending: { key: newKey(), facts: chosen, sentAt: now },
        })),
      },
    }),
  },
  {
    name: 'a slip without an answer is not kept',
    law: 'kept until answered',
    flow: owner(slipUpload, { actions: { savePending: nothing } }),
  },
  {
    name: 'a slip without an answer is reported as refused',
    law: 'told refused',
    flow: owner(slipUpload, { guards: { isUnknown: () => false } }),
  },
  {
    name: 'a slip that a backend without keys did not answer is reported as arrived',
    law: 'told done',
    flow: owner(plainSlipUpload, { guards: { isUnkeyed: () => false } }),
  },
  {
    name: 'the answer of a passkey confirms another change',
    law: 'own proof',
    flow: stepUp(erasureByPasskey, (machine) =>
      rewired(machine, 'asking.declined', {
        'passkey.use': [
          { guard: ({ context }: Signed) => context.signed !== null, ...withNewKey('#stepUp.sending') },
          '#stepUp.signing',
        ],
      }),
    ),
  },
  {
    name: 'a QR code that may be open is reported as refused',
    law: 'told refused',
    flow: owner(qrCreate, { guards: { isRefused: () => true } }),
  },
  {
    name: 'a QR code is reported as cancelled although no answer came',
    law: 'told done',
    flow: owner(qrCancel, { guards: { isReread: () => false } }),
  },
  {
    name: 'a request without an answer is reported as refused',
    law: 'told refused',
    flow: stepUp(erasureByPassword, (machine) => machine.provide({ guards: { isUnknown: () => false } })),
  },
  {
    name: 'checking a limit again sends a new key',
    law: 'one key',
    flow: within(playLimit, (machine) => rewired(machine, 'unsure', { 'limit.check': withNewKey('saving') })),
  },
  {
    name: 'a limit without an answer is reported as refused',
    law: 'told refused',
    flow: owner(playLimit, { guards: { isUnknown: () => false } }),
  },
  {
    name: 'a first limit without an answer is reported as refused',
    law: 'told refused',
    flow: owner(limitQuestion, { guards: { isUnknown: () => false } }),
  },
  {
    name: 'checking a registration again sends a new key',
    law: 'one key',
    flow: within(register, (machine) => rewired(machine, 'unsure', { 'register.check': withNewKey('creating') })),
  },
]
