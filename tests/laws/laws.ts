import { type Law, LIVENESS } from './search.ts'
import { isPast, TOLD, type World } from './world.ts'

/** Laws that every change must obey. */
export const CHANGE_LAWS = {
  movesOnce: {
    name: 'moves once',
    sentence: 'One confirmation makes its change at most once, even if its request reaches the server again.',
    cites: 'R385',
    holds: ({ changes }) => changes.every(({ made }) => made <= 1),
  },
  toldDone: {
    name: 'told done',
    sentence: 'A change that is reported to the player as made was really made.',
    cites: 'R385, R397, R398',
    holds: ({ changes }) => changes.every(({ told, made }) => !(told & TOLD.done) || made > 0),
  },
  toldRefused: {
    name: 'told refused',
    sentence: 'A change that is reported to the player as refused was not made, and never will be.',
    cites: 'R385, R387, R395, R396',
    holds: ({ changes }) => changes.every(({ told, made }) => !(told & TOLD.refused) || made === 0),
  },
  oneKey: {
    name: 'one key',
    sentence:
      'Each confirmation by the player gets one key. Checking again, or loading the page again, uses the same key.',
    cites: 'R385',
    holds: ({ changes }) => changes.every(({ isExtra }) => !isExtra),
  },
} as const satisfies Record<string, Law<World>>

/** The law for changes that can be confirmed with a passkey. */
export const PROOF_LAWS = {
  ownProof: {
    name: 'own proof',
    sentence: 'The answer of a passkey is used only for the change that the player was asked to confirm.',
    cites: 'R628, R629',
    holds: ({ changes }) => changes.every(({ isMixed }) => !isMixed),
  },
} as const satisfies Record<string, Law<World>>

/** Laws about changes that move money. */
export const MONEY_LAWS = {
  readAgain: {
    name: 'balance read again',
    sentence:
      'Whatever the answer, and also if none arrives, the balance is not shown as current until it has been read again.',
    cites: 'R80, R385',
    holds: ({ tabs }) => tabs.every(({ isStale }) => !isStale),
  },
} as const satisfies Record<string, Law<World>>

/** The law about storing money changes. `isKept` returns true if a tab stores the key of the change. */
export const keptLaw = (isKept: (world: World, change: number) => boolean): Law<World> => ({
  name: 'kept until answered',
  sentence:
    'A tab keeps each change that it has sent until it has shown the player the outcome, for at most seven days. A page opened after these seven days does not send it again.',
  cites: 'R385',
  holds: (world) =>
    world.changes.every((change, at) => {
      const { isSent, told, isRevived } = change
      return !isRevived && (!isSent || told > 0 || isPast(world, change) || isKept(world, at))
    }),
})

/** All laws, as listed in docs/laws.md. */
export const ALL_LAWS: readonly Omit<Law<World>, 'holds'>[] = [
  ...Object.values(CHANGE_LAWS),
  ...Object.values(PROOF_LAWS),
  ...Object.values(MONEY_LAWS),
  keptLaw(() => true),
  ...Object.values(LIVENESS),
]
