import { CHAT_LAWS } from './chat-laws.ts'
import type { Law, System } from './search.ts'
import type { Site, SiteBounds } from './site.ts'
import { SiteSystem } from './site.ts'
import { ChatSystem } from './sites/chat.ts'
import { CODE_LAWS, recoverByCode, registerByCode } from './sites/codes.ts'
import { QR_LAWS, qrPayment } from './sites/qr-payment.ts'
import { SESSION_LAWS, SessionSystem } from './sites/session.ts'

/** A system that a composition searches. */
export type Searched = System<object> & { unseen: () => string[] }

/** A fault of a page with a server of its own. */
export type SeededSite = { name: string; law: string; site: () => Searched }

/** A page with a server of its own, and the bounds within which every situation is searched, each run and at night. */
export type SiteComposition = {
  what: string
  bounds: SiteBounds
  night: SiteBounds
  open: (bounds: SiteBounds) => Searched
}

const BOUNDS: SiteBounds = { tabs: 2, requests: 1, arrivals: 1, uses: 1, tries: 1 }
/** The chat: `requests` is how many tabs connect or read at once. What they send arrives any number of times. */
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

/** All compositions with a server of their own, by name. `uses` and `tries` are codes, and tries of each. */
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
  logout: sessions('Two tabs of a member: logouts, a login that the server ends, and late answers.', true, { uses: 2 }),
  login: sessions('Two tabs of a guest, and a login in one of them.', false, {}),
}

/** The laws of these compositions. */
export const SITE_LAWS: readonly Omit<Law<never>, 'holds'>[] = [
  ...CODE_LAWS,
  ...QR_LAWS,
  ...SESSION_LAWS,
  ...Object.values(CHAT_LAWS),
]
