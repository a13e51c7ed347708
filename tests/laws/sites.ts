import { CHAT_LAWS } from './chat-laws.ts'
import type { Law, System } from './search.ts'
import type { Site, SiteBounds } from './site.ts'
import { SiteSystem } from './site.ts'
import { ChatSystem } from './sites/chat.ts'
import { CODE_LAWS, recoverByCode, registerByCode } from './sites/codes.ts'
import { DIALOG_LAWS, qrDialog } from './sites/qr-dialog.ts'
import { QR_LAWS, qrPayment } from './sites/qr-payment.ts'
import { SESSION_LAWS, SessionSystem } from './sites/session.ts'

/** A system that a composition searches. */
export type Searched = System<object> & { unseen: () => string[] }

/** A fault in a page with its own server model. `law`: the law that the fault should break. */
export type SeededSite = { name: string; law: string; site: () => Searched }

/**
 * A page with its own server model, and the bounds of the exhaustive search: `bounds` for every run, `night` for the
 * nightly run.
 */
export type SiteComposition = {
  what: string
  bounds: SiteBounds
  night: SiteBounds
  open: (bounds: SiteBounds) => Searched
}

const BOUNDS: SiteBounds = { tabs: 2, requests: 1, arrivals: 1, uses: 1, tries: 1 }
/**
 * The bounds of the chat. `requests`: how many tabs may connect or read at the same time. The messages that a tab sends
 * may arrive any number of times.
 */
const CHAT: SiteBounds = { tabs: 1, requests: 1, arrivals: Infinity, uses: 1, tries: 1 }
const composed = <S extends object>(
  what: string,
  site: (bounds: SiteBounds) => Site<S>,
  bounds: Partial<SiteBounds>,
  night: Partial<SiteBounds>,
): SiteComposition => ({
  what,
  bounds: { ...BOUNDS, ...bounds },
  night: { ...BOUNDS, ...night },
  open: (within) => new SiteSystem(site(within), within) as unknown as Searched,
})

const sessions = (what: string, isMember: boolean, night: Partial<SiteBounds>): SiteComposition => ({
  what,
  bounds: BOUNDS,
  night: { ...BOUNDS, ...night },
  open: (within) => new SessionSystem(within, { isMember }) as unknown as Searched,
})

const chats = (what: string, bounds: Partial<SiteBounds>, night: Partial<SiteBounds>, burst = 1): SiteComposition => ({
  what,
  bounds: { ...CHAT, ...bounds },
  night: { ...CHAT, ...night },
  open: (within) => new ChatSystem(within, { burst }) as unknown as Searched,
})

/**
 * All compositions with their own server model, by name. `uses`: the number of codes, logins or messages. `tries`: the
 * number of tries, payments or answers.
 */
export const sites: Readonly<Record<string, SiteComposition>> = {
  chat: chats('Messages to support and an answer, over a live connection that is cut.', {}, { uses: 2, tries: 0 }),
  chatTabs: chats('A message to support in two tabs.', { tabs: 2, tries: 0 }, { tabs: 2 }),
  chatPages: chats('Twelve answers of support, loaded in two parts.', { uses: 0, tries: 3 }, { tries: 2 }, 10),
  recoverByCode: composed(
    'A new password with a code from a text message.',
    recoverByCode,
    {},
    { arrivals: 2, tries: 5 },
  ),
  registerByCode: composed(
    'A registration with a code from a text message.',
    registerByCode,
    { tabs: 1, tries: 2 },
    { tabs: 1, arrivals: 2, uses: 2, tries: 5 },
  ),
  qrPayment: composed(
    'A deposit by QR code, from the request for a code to its payment.',
    qrPayment,
    { arrivals: 2 },
    { uses: 2 },
  ),
  qrDialog: composed(
    'The whole deposit dialog, with QR codes of two providers.',
    qrDialog,
    { tabs: 1, requests: 2, tries: 0 },
    { tabs: 1, requests: 2, uses: 2 },
  ),
  logout: sessions('Two tabs of a member: logouts, a login that the server ends, and late answers.', true, { uses: 2 }),
  login: sessions('Two tabs of a guest, and a login in one of them.', false, {}),
}

/** The laws of the compositions with their own server model. */
export const SITE_LAWS: readonly Omit<Law<never>, 'holds'>[] = [
  ...CODE_LAWS,
  ...QR_LAWS,
  ...DIALOG_LAWS,
  ...SESSION_LAWS,
  ...Object.values(CHAT_LAWS),
]
