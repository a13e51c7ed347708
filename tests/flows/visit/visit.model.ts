import { visitMachine } from '#machines/visit.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { playing } from '#tests/kit/samples/care.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 0, 2, 3, 0, 0)
/** The clock `after` minutes into a visit. Reminders are hourly, and the last one was shown at minute `remindedAt`. */
const at = (after: number, remindedAt = 0) => ({
  now: START + after * MINUTE,
  startedAt: START,
  remindedAt: START + remindedAt * MINUTE,
  isSeen: true,
  minutes: 60 as const,
})

export default defineModel({
  machine: visitMachine,
  starts: { 'a member who is reminded every hour opens a page': undefined },
  events: {
    'visit.tick': {
      '59 minutes have passed': at(59),
      '60 minutes have passed': at(60),
      '125 minutes have passed; the last reminder was shown after 60': at(125, 60),
      'the player has responded to the reminder in another tab': at(61, 60),
      'the page is hidden': { ...at(61), isSeen: false },
      'the reminders have been turned off': { ...at(62), minutes: null },
    },
    'visit.goOn': { 'the player continues': {} },
    'visit.leave': { 'the player logs out': {} },
  },
  outcomes: {
    'timeCheck.visit': {
      done: { 'the winnings and losses': playing.positions.week },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ now, startedAt, remindedAt, position }) => ({
    minutes: (now - startedAt) / MINUTE,
    'last reminder after': (remindedAt - startedAt) / MINUTE,
    'result known': position !== null,
  }),
  stories: {
    'The player is reminded after an hour, and continues': [
      'a member who is reminded every hour opens a page',
      '59 minutes have passed',
      '60 minutes have passed',
      'timeCheck.visit answers: the winnings and losses',
      'the player continues',
    ],
    'The player logs out at the second reminder': [
      'a member who is reminded every hour opens a page',
      '125 minutes have passed; the last reminder was shown after 60',
      'timeCheck.visit answers: the winnings and losses',
      'the player logs out',
    ],
  },
  cites: {
    'due.adding': 'R591',
    'due.shown': 'R591',
    'the player has responded to the reminder in another tab': 'R592',
    'the page is hidden': 'R591',
    'visit.goOn': 'R593',
    'visit.leave': 'R593',
  },
})
