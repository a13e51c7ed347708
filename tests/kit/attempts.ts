import { act } from '@testing-library/react'
import type { AnyActorRef } from 'xstate'
import th from '#locales/th.json'
import type { Outcome } from '#machines/attempt.ts'
import model from '#tests/flows/attempt/attempt.model.ts'
import { Fakes, settle } from './run.ts'
import { noAnswer } from './samples/failures.ts'
import { press } from './screen.ts'

/** The attempt of a machine, real, for its paths: its call waits here. After no answer the player checks again, before another one can come. */
export function realAttempt() {
  const outside = new Fakes()
  const isUnknown = (attempt: AnyActorRef | undefined) => attempt?.getSnapshot().value === 'unknown'
  const answer =
    (done: (call: ReturnType<Fakes['take']>, outcome: Outcome<object>) => void) =>
    async (attempt: AnyActorRef, said: unknown) => {
      if (isUnknown(attempt)) await press(th.action.checkAgain)()
      await act(async () => {
        done(outside.take('call'), said as Outcome<object>)
        await settle()
      })
    }
  return {
    child: {
      logic: outside.provide(model),
      bring: {
        done: answer((call, outcome) => outcome.status === 'done' && call.resolve(outcome.reply)),
        refused: answer((call, outcome) => outcome.status === 'refused' && call.reject(outcome.failure)),
      },
      tell: { 'attempt.unknown': answer((call) => call.reject(noAnswer)) },
    },
    isUnknown,
    /** What is being asked for now; undefined while nothing is. */
    asked: () => (outside.waiting.has('call') ? outside.calls.at(-1)?.input : undefined),
  }
}
