import { act } from '@testing-library/react'
import { type AnyActorRef, fromPromise } from 'xstate'
import th from '#locales/th.json'
import type { Outcome } from '#machines/lib/attempt.ts'
import model from '#tests/flows/attempt/attempt.model.ts'
import { Fakes, settle } from './run.ts'
import { MOVED, ONCE, REPEATABLE } from './samples/attempt.ts'
import { noAnswer } from './samples/failures.ts'
import { press } from './screen.ts'

/**
 * A real attempt for testing the machine that owns it: the attempt's call stays pending until the test answers it. If
 * an answer is lost, the player checks again before another outcome can follow. The outcome `seen` requires a backend
 * that no longer recognises repeated requests.
 */
export function realAttempt() {
  const outside = new Fakes()
  let terms = REPEATABLE
  const prepare = fromPromise(async () => terms)
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
  const look = async (attempt: AnyActorRef) => {
    if (!isUnknown(attempt)) await act(async () => void (await lose()))
    terms = ONCE
    await press(th.action.checkAgain)()
    terms = REPEATABLE
    await act(async () => {
      outside.take('look').resolve(MOVED)
      await settle()
    })
    await press(th.evidence.seen)()
  }
  const lose = () => {
    outside.take('call').reject(noAnswer)
    return settle()
  }
  return {
    child: {
      logic: outside.provide(model, { terms: prepare }),
      bring: {
        done: answer((call, outcome) => outcome.status === 'done' && call.resolve(outcome.reply)),
        seen: look,
        refused: answer((call, outcome) => outcome.status === 'refused' && call.reject(outcome.failure)),
      },
      tell: { 'attempt.unknown': answer((call) => call.reject(noAnswer)) },
      changes: () => outside.calls.filter(({ id }) => id === 'call'),
    },
    isUnknown,
    /** The input of the pending call; undefined if none is pending. */
    asked: () => (outside.waiting.has('call') ? outside.calls.findLast(({ id }) => id === 'call')?.input : undefined),
  }
}
