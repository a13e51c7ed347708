import type { Law } from './search.ts'
import { TOLD, type World } from './world.ts'

/** Laws about every change. */
export const CHANGE_LAWS = {
  movesOnce: {
    name: 'moves once',
    sentence: 'One confirmation moves money at most once, however often its request arrives.',
    cites: 'R385',
    holds: ({ changes }) => changes.every(({ made }) => made <= 1),
  },
  toldDone: {
    name: 'told done',
    sentence: 'A change that is reported to the player as made is in the ledger.',
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
    sentence: 'Only a confirmation of the player creates a key; checking again and loading the page send the same one.',
    cites: 'R385',
    holds: ({ changes }) => changes.every(({ isExtra }) => !isExtra),
  },
} as const satisfies Record<string, Law<World>>

/** Laws about changes that move money. */
export const MONEY_LAWS = {
  readAgain: {
    name: 'balance read again',
    sentence: 'After an answer, or when none comes, the balance is read again before it is shown as current.',
    cites: 'R80, R385',
    holds: ({ tabs }) => tabs.every(({ isStale }) => !isStale),
  },
} as const satisfies Record<string, Law<World>>

/** The law about storing money changes; `isKept` returns true if a tab stores the change's key. */
export const keptLaw = (isKept: (world: World, change: number) => boolean): Law<World> => ({
  name: 'kept until answered',
  sentence: 'Within its tab, a key that was sent is forgotten only after the final answer has been shown.',
  cites: 'R385',
  holds: (world) => world.changes.every(({ isSent, told }, at) => !isSent || told > 0 || isKept(world, at)),
})
