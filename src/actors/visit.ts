import { fromCallback } from 'xstate'
import { minutesIn, timeCheckCalls } from '#contract/time-check.ts'
import { visitMachine } from '#machines/visit.machine.ts'
import { checkMinutes } from '#src/lib/check-minutes.ts'
import { serverNow } from '#src/lib/clock.ts'
import { storeReminded, visitAt } from '#src/lib/visit.ts'
import { callActor } from './call.ts'
import { everySecond } from './clock.ts'

/** The visit machine, which reminds members how long they have been on the site. */
export const visitLogic = visitMachine.provide({
  actors: {
    'timeCheck.visit': callActor(timeCheckCalls['timeCheck.visit']),
    time: fromCallback(({ sendBack }) =>
      everySecond((now) => {
        const { startedAt, remindedAt } = visitAt(now)
        const isSeen = document.visibilityState !== 'hidden'
        sendBack({ type: 'visit.tick', now, startedAt, remindedAt, isSeen, minutes: minutesIn(checkMinutes()) })
      }),
    ),
  },
  actions: { saveReminded: () => storeReminded(serverNow()) },
})
