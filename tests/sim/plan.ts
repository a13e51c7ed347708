import { HOUR } from '#contract/limits.ts'
import { Chance } from './chance.ts'
import { type KillPlace, PLACES } from './life.ts'
import { type Fault, WIRE_FAULTS, type WireFault } from './network.ts'
import { LOOKUP_FAULTS, type LookupFault, PROVIDER_FAULTS, type ProviderFault } from './providers.ts'

/**
 * An event that a run triggers at `at`, ms from its start. `draw` seeds the event's own random choices, so that leaving
 * out other events does not change them.
 */
export type Event = { at: number } & (
  | { kind: 'visit' | 'reload' | 'close' | 'duplicate'; tab: number; draw: number }
  | ({ kind: 'wire'; tab: number } & Fault)
  | { kind: 'kill'; place: KillPlace; count: number; ms: number }
  | { kind: 'provider'; fault: ProviderFault; ms: number }
  | { kind: 'lookup'; fault: LookupFault }
  | { kind: 'deviceClock'; tab: number; ms: number }
  | { kind: 'serverClock'; ms: number }
  | { kind: 'closeSite'; ms: number }
  | { kind: 'endLogins'; member: number }
  | { kind: 'bank' | 'game' | 'support'; draw: number }
  | { kind: 'line'; tab: number; isSilent: boolean; ms: number }
)
/** A run as data: its tabs and all its events. The rest follows from the seed. */
export type Plan = { seed: number; tabs: readonly Place[]; events: readonly Event[]; calmAt: number }
/** A tab, given by the numbers of its member and device. */
type Place = { member: number; device: number }

export const MEMBERS = 20
/** The number of people who register new members, with one tab each. Their numbers follow those of the members. */
export const NEWCOMERS = 2
/** The number of members who chat with support, in all their tabs. They are the first members. */
export const CHATTERS = 2
/** The share of the tab events that are reserved for the tabs of the chatters. */
const CHAT_SHARE = 0.2
const MINUTE = 60_000
/** The share of a run, at its end, in which there are no more faults and all members finish what they have begun. */
const CALM = 0.1

/** How often each kind of event happens in an hour. */
const RATES: Record<Event['kind'], number> = {
  ...{ visit: 120, reload: 25, close: 8, duplicate: 8 },
  ...{ wire: 350, kill: 16, provider: 45, lookup: 30, deviceClock: 6, serverClock: 3, closeSite: 2, endLogins: 6 },
  ...{ bank: 80, game: 40, support: 90, line: 30 },
}
/** The kinds of events that are faults. */
export const FAULTS: ReadonlySet<Event['kind']> = new Set([
  ...(['wire', 'kill', 'provider', 'lookup', 'deviceClock', 'serverClock', 'closeSite', 'endLogins', 'line'] as const),
])

function tabsOf(chance: Chance): Place[] {
  const members = Array.from({ length: MEMBERS }).flatMap((_, member) =>
    Array.from({ length: chance.is(0.4) ? 2 : 1 }).flatMap((_, device) =>
      Array.from({ length: chance.is(0.4) ? 2 : 1 }, () => ({ member, device })),
    ),
  )
  return [...members, ...Array.from({ length: NEWCOMERS }, (_, at) => ({ member: MEMBERS + at, device: 0 }))]
}

function eventOf(kind: Event['kind'], at: number, tabs: readonly Place[], chance: Chance): Event {
  const chatting = tabs.flatMap(({ member }, at) => (member < CHATTERS ? at : []))
  const tab = chance.is(CHAT_SHARE) ? chance.of(chatting) : chance.below(tabs.length)
  const draw = chance.below(2 ** 31)
  switch (kind) {
    case 'wire': {
      const fault = chance.of(Object.keys(WIRE_FAULTS) as WireFault[])
      return { at, kind, tab, fault, ms: chance.below(chance.is(0.5) ? 5_000 : 90_000) }
    }
    case 'kill': {
      const place = chance.is(0.4) ? 'statement' : chance.of(Object.keys(PLACES) as KillPlace[])
      return { at, kind, place, count: chance.below(PLACES[place]), ms: 500 + chance.below(20_000) }
    }
    case 'provider': {
      const fault = chance.of(Object.keys(PROVIDER_FAULTS) as ProviderFault[])
      return { at, kind, fault, ms: chance.below(60_000) }
    }
    case 'lookup':
      return { at, kind, fault: chance.of(Object.keys(LOOKUP_FAULTS) as LookupFault[]) }
    case 'deviceClock':
      return { at, kind, tab, ms: (chance.below(2 * 48) - 48) * HOUR }
    case 'serverClock':
      return { at, kind, ms: (chance.below(20) - 10) * MINUTE }
    case 'closeSite':
      return { at, kind, ms: chance.below(2 * MINUTE) }
    case 'endLogins':
      return { at, kind, member: chance.below(MEMBERS) }
    case 'line':
      return { at, kind, tab: chance.of(chatting), isSilent: chance.is(0.5), ms: chance.below(60_000) }
    case 'bank':
    case 'game':
    case 'support':
      return { at, kind, draw }
    default:
      return { at, kind, tab, draw }
  }
}

/** Returns the plan for a seed. */
export function planOf(seed: number, hours: number): Plan {
  const chance = new Chance(seed, 'plan')
  const tabs = tabsOf(chance)
  const end = hours * HOUR
  const calmAt = end * (1 - CALM)
  const events = (Object.keys(RATES) as Event['kind'][]).flatMap((kind) =>
    Array.from({ length: Math.round(RATES[kind] * hours) }, () => eventOf(kind, chance.below(calmAt), tabs, chance)),
  )
  return { seed, tabs, events: events.sort((one, other) => one.at - other.at), calmAt }
}
