import { fromCallback } from 'xstate'
import { minutesIn, timeCheckCalls } from '#contract/time-check.ts'
import { timeCheckMachine } from '#machines/time-check.machine.ts'
import { checkMinutes, chooseCheckMinutes, watchCheckMinutes } from '#src/lib/check-minutes.ts'
import { callActor } from './call.ts'

/** The time reminder machine, connected to the backend. */
export const timeCheckLogic = timeCheckMachine.provide({
  actors: {
    'timeCheck.set': callActor(timeCheckCalls['timeCheck.set']),
    minutes: fromCallback(({ sendBack }) => {
      const learn = () => sendBack({ type: 'reminder.learn', minutes: minutesIn(checkMinutes()) })
      learn()
      return watchCheckMinutes(learn)
    }),
  },
  actions: { keep: (_, minutes) => chooseCheckMinutes(String(minutes ?? 0)) },
})
