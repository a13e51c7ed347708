import { type Reply, type Request, TOLD, type World } from './world.ts'

/** Faults that can be seeded into the environment to check that the laws detect them. */
export const FAULTS = [
  'the client believes an answer given before the change was looked at',
  'the client believes a limit of requests although an earlier request had no answer',
  'the server judges the login before the key',
  'the server judges the site before the key',
  'the server forgets keys',
  'the server forgets the key of a change that the player has left',
  'the server forgets refusals',
  'the server answers before it commits',
  'the server repeats a refusal as done',
] as const
export type Fault = (typeof FAULTS)[number]

/**
 * An answer that the server may give. `makes`: the server makes the change. `stores`: the server stores the answer
 * under the key.
 */
export type Answer = { words: string; reply: Reply; makes: boolean; stores: boolean }
/**
 * The refusals that a call may get besides a missing login and a closed site. `refused`: the server refuses the change
 * itself. `limited`: the rate limit refuses the request before the server decides about the change.
 */
export type Refusals = readonly ('refused' | 'limited')[]

const early = (words: string, reply: Reply): Answer => ({ words, reply, makes: false, stores: false })
const MADE_BEFORE = early('it knows the key and repeats that the change was made', 'done')
const REFUSED_BEFORE = early('it knows the key and repeats its refusal', 'refused')
const REFUSAL_AS_DONE = early(
  'it knows the key of a change that it has refused, but says that the change was made',
  'done',
)

/** The model of the server. Returns the answers that it may give to a request that arrives now. */
export function answersTo(
  { isOpen, tabs, changes }: World,
  { change, hasLogin }: Request,
  { refusals, faults }: { refusals: Refusals; faults: ReadonlySet<Fault> },
): Answer[] {
  const closed = isOpen ? null : early('the site is closed', 'gone')
  const signedOut = hasLogin ? null : early('the member is not signed in', 'signedOut')
  if (closed && faults.has('the server judges the site before the key')) return [closed]
  if (signedOut && faults.has('the server judges the login before the key')) return [signedOut]
  const { stored = 'none', told = 0 } = changes[change] ?? {}
  const isLeft = told === TOLD.seen && tabs.every((tab) => !tab.changes.includes(change))
  const isForgotten = isLeft && faults.has('the server forgets the key of a change that the player has left')
  const isTurned = faults.has('the server repeats a refusal as done')
  if (stored !== 'none' && !isForgotten)
    return [stored === 'done' ? MADE_BEFORE : isTurned ? REFUSAL_AS_DONE : REFUSED_BEFORE]
  const notAdmitted = closed ?? signedOut
  if (notAdmitted) return [notAdmitted]
  const stores = !faults.has('the server forgets keys')
  const made: Answer = { words: 'it makes the change', reply: 'done', makes: true, stores }
  const refused = { words: 'it refuses the change', reply: 'refused', makes: false } as const
  const limited = early('it turns the request away, because there were too many', 'limited')
  return [
    made,
    ...(faults.has('the server answers before it commits')
      ? [{ ...made, words: 'it says that the change was made, but fails to make it', makes: false }]
      : []),
    ...(refusals.includes('refused')
      ? [{ ...refused, stores: stores && !faults.has('the server forgets refusals') }]
      : []),
    ...(refusals.includes('limited') ? [limited] : []),
  ]
}

/**
 * The number of arrivals that a rate-limited request counts as. No browser resends such a request, because it has
 * received a reply.
 */
const NEVER_AGAIN = 3

/** Delivers a request to the server, which gives the chosen answer. */
export function arrive(world: World, request: Request, { reply, makes, stores }: Answer) {
  request.arrivals = reply === 'limited' ? NEVER_AGAIN : request.arrivals + 1
  request.reply = reply
  const change = world.changes[request.change]
  if (!change) throw new Error(`there is no change ${request.change}`)
  if (makes) change.made = Math.min(3, change.made + 1)
  if (stores) change.stored = reply
}
