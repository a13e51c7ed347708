/** The possible replies of the server. `none`: no reply yet. */
export const REPLIES = ['none', 'done', 'refused', 'signedOut', 'gone', 'limited'] as const
export type Reply = (typeof REPLIES)[number]
/** The outcomes that a player can see, as powers of two. */
export const TOLD = { done: 1, refused: 2, seen: 4 } as const

/** A confirmed change, identified by its key. */
export type Change = {
  isSent: boolean
  /** How often the server made the change. 3 means 3 or more. */
  made: number
  /** The reply that the server stored. */
  stored: Reply
  /** The outcomes that the player has seen, as a sum of TOLD values. */
  told: number
  /** True if the key was created without the player's confirmation. */
  isExtra: boolean
  /** True if the change was sent with a proof that belongs to another change. */
  isMixed?: boolean
  /**
   * True if a page that is still open has sent the change and received no answer. Tracked only for flows in which the
   * server may refuse because of too many requests.
   */
  isUnanswered?: boolean
  /** Six days have passed since the change was sent. */
  hasAged?: boolean
  /** A page that was opened more than seven days after the change was sent has sent it again. */
  isRevived?: boolean
}
/**
 * A request that is on its way or at the server. `call`: the index of its call in the flow. `hasLogin`: its token is
 * valid. `waits`: the client is waiting for the answer.
 */
export type Request = {
  tab: number
  call: number
  change: number
  hasLogin: boolean
  arrivals: number
  reply: Reply
  waits: boolean
}
/**
 * A tab. `at`: its vertex. `changes`: the changes whose keys the tab has. `isStale`: the balance was not reloaded after
 * an answer.
 */
export type Tab = { at: number; changes: readonly number[]; isStale: boolean }

/** The days that may have passed: none, fewer than a tab keeps a change, or more. */
export const DAYS = [0, 6, 8] as const
export type Days = (typeof DAYS)[number]

/**
 * The state of the tabs, the network and the server. `confirms`, `ends`, `closings`: how often each has happened.
 * `days`: how many days have passed.
 */
export type World = {
  tabs: Tab[]
  requests: Request[]
  changes: Change[]
  confirms: number
  ends: number
  closings: number
  days: Days
  isSignedIn: boolean
  isOpen: boolean
}

/** True if the change was sent more than seven days ago. A change sent after the first six days is only two days old. */
export const isPast = ({ days }: World, { hasAged = false }: Change) => hasAged && days > 6

/** True if the change can no longer break a law, whatever still happens to it. */
const isOver = ({ isSent, made, told, isExtra, isMixed, isRevived }: Change) =>
  !isExtra &&
  !isMixed &&
  !isRevived &&
  made <= 1 &&
  (!isSent || told === TOLD.seen || (told === TOLD.done && made === 1) || (told === TOLD.refused && made === 0))

const bit = (flag: boolean | undefined, place: number) => (flag ? 1 << place : 0)
const has = (bits: number, place: number) => ((bits >> place) & 1) === 1
const replyOf = (index: number): Reply => REPLIES[index] as Reply

const packChange = (change: Change) =>
  change.made |
  (REPLIES.indexOf(change.stored) << 2) |
  (change.told << 5) |
  (bit(change.isExtra, 8) | bit(change.isSent, 9) | bit(change.isMixed, 10) | bit(change.isUnanswered, 11)) |
  (bit(change.hasAged, 12) | bit(change.isRevived, 13))
const unpackChange = (bits: number): Change => ({
  made: bits & 3,
  stored: replyOf((bits >> 2) & 7),
  told: (bits >> 5) & 7,
  isExtra: has(bits, 8),
  isSent: has(bits, 9),
  isMixed: has(bits, 10),
  isUnanswered: has(bits, 11),
  hasAged: has(bits, 12),
  isRevived: has(bits, 13),
})
const packRequest = ({ call, hasLogin, arrivals, reply, waits }: Request, tab: number) =>
  tab | (call << 3) | bit(hasLogin, 5) | (arrivals << 6) | (REPLIES.indexOf(reply) << 8) | bit(waits, 11)
const unpackRequest = (bits: number, change: number): Request => ({
  tab: bits & 7,
  call: (bits >> 3) & 3,
  hasLogin: has(bits, 5),
  arrivals: (bits >> 6) & 3,
  reply: replyOf((bits >> 8) & 7),
  waits: has(bits, 11),
  change,
})

/** All permutations of `items`. */
const orders = (items: readonly number[]): number[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item) => orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))

// precomputed orders, because almost all worlds have one or two tabs
const [FORWARD, BACKWARD] = [[[0, 1]], [[1, 0]]]
const BOTH = [...FORWARD, ...BACKWARD]
const ALONE = [[0]]

/**
 * Returns every order of the tabs in which they are sorted by vertex. There are several if some tabs are at the same
 * vertex.
 */
function tabOrders({ tabs }: World): readonly (readonly number[])[] {
  const [one, other, third] = tabs
  if (!one || !other) return ALONE
  if (!third && one.at !== other.at) return one.at < other.at ? FORWARD : BACKWARD
  if (!third) return BOTH
  const vertexOf = (tab: number) => (tabs[tab] as Tab).at
  const sorted = tabs.map((_, tab) => tab).sort((one, other) => vertexOf(one) - vertexOf(other))
  const isSorted = (order: readonly number[]) =>
    order.every((tab, place) => place === 0 || vertexOf(order[place - 1] as number) <= vertexOf(tab))
  const hasTwins = sorted.some((tab, place) => place > 0 && vertexOf(sorted[place - 1] as number) === vertexOf(tab))
  return hasTwins ? orders(sorted).filter(isSorted) : [sorted]
}

/** Encodes a world with its tabs in the given order. Changes are renumbered in the order in which they appear. */
function written(world: World, order: readonly number[]): string {
  const { tabs, requests, changes } = world
  const codes = [
    bit(world.isSignedIn, 0) |
      bit(world.isOpen, 1) |
      (world.ends << 2) |
      (world.closings << 4) |
      (DAYS.indexOf(world.days) << 6) |
      (world.confirms << 8),
    requests.length,
  ]
  const mentioned: number[] = []
  const numberOf = (change: number) => {
    const known = mentioned.indexOf(change)
    return known >= 0 ? known : mentioned.push(change) - 1
  }
  for (const tab of order) {
    const { at, changes: held, isStale } = tabs[tab] as Tab
    codes.push(at, bit(isStale, 0) | (held.length << 1))
    for (const change of held) codes.push(numberOf(change))
  }
  const sorted = requests.map((request) => {
    const bits = packRequest(request, order.indexOf(request.tab))
    const known = mentioned.indexOf(request.change)
    const about = known >= 0 ? known : 16 + packChange(changes[request.change] as Change)
    return { change: request.change, bits, rank: bits * 32_768 + about }
  })
  if (sorted.length > 1) sorted.sort((one, other) => one.rank - other.rank)
  for (const { bits, change } of sorted) codes.push(bits, numberOf(change))
  for (const change of mentioned) codes.push(packChange(changes[change] as Change))
  const others: number[] = []
  for (const [at, change] of changes.entries())
    if (!mentioned.includes(at) && !isOver(change)) others.push(packChange(change))
  if (others.length > 1) others.sort((one, other) => one - other)
  return String.fromCharCode(...codes, ...others)
}

/**
 * Encodes a world as a situation. Worlds that differ only in the order of tabs or in the names of changes are the same
 * situation.
 */
export function situationOf(world: World): string {
  let least: string | null = null
  for (const order of tabOrders(world)) {
    const each = written(world, order)
    if (least === null || each < least) least = each
  }
  return least ?? ''
}

/** Decodes a situation of `tabCount` tabs. */
export function worldOf(situation: string, tabCount: number): World {
  let next = 0
  const read = () => situation.charCodeAt(next++)
  const bits = read()
  const requestCount = read()
  const tabs = Array.from({ length: tabCount }, () => {
    const at = read()
    const rest = read()
    return { at, isStale: has(rest, 0), changes: Array.from({ length: rest >> 1 }, read) }
  })
  const requests = Array.from({ length: requestCount }, () => unpackRequest(read(), read()))
  const changes: Change[] = []
  while (next < situation.length) changes.push(unpackChange(read()))
  return {
    ...{ tabs, requests, changes, isSignedIn: has(bits, 0), isOpen: has(bits, 1) },
    ...{ ends: (bits >> 2) & 3, closings: (bits >> 4) & 3, confirms: bits >> 8 },
    days: DAYS[(bits >> 6) & 3] ?? 0,
  }
}

/** Returns a copy that can be changed safely. Resets `isStale`, which describes only the move that set it. */
export const copyOf = (world: World): World => ({
  ...world,
  tabs: world.tabs.map(({ at, changes }) => ({ at, changes, isStale: false })),
  requests: world.requests.map((request) => ({ ...request })),
  changes: world.changes.map((change) => ({ ...change })),
})
