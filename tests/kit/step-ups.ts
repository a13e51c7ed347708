import { act } from '@testing-library/react'
import { type AnyActorRef, fromPromise } from 'xstate'
import th from '#locales/th.json'
import type { StepUpOutcome } from '#machines/lib/step-up.ts'
import model from '#tests/flows/step-up/step-up.model.ts'
import { Fakes, settle } from './run.ts'
import { noAnswer } from './samples/failures.ts'
import { fill, press } from './screen.ts'

/**
 * A real step-up for path tests of the machine that starts it. The player types the password and presses `submit`. The
 * step-up's call then stays pending here until the path answers it.
 */
export function realStepUp(submit: string) {
  const outside = new Fakes()
  const answer =
    (done: (call: ReturnType<Fakes['take']>, outcome: StepUpOutcome<object>) => void) =>
    async (_: AnyActorRef, said: unknown) => {
      await fill(th.login.password, 'demo1234')
      await press(submit)()
      await act(async () => {
        done(outside.take('call'), said as StepUpOutcome<object>)
        await settle()
      })
    }
  const lose = answer((call) => call.reject(noAnswer))
  return {
    logic: outside.provide(model, { hasPasskey: fromPromise(async () => false) }),
    bring: {
      done: answer((call, outcome) => outcome.status === 'done' && call.resolve(outcome.reply)),
      refused: answer((call, outcome) => outcome.status === 'refused' && call.reject(outcome.failure)),
      left: press(th.action.back),
      unknown: async (stepUp: AnyActorRef, said: unknown) => {
        await lose(stepUp, said)
        await press(th.action.close)()
      },
    },
  }
}
