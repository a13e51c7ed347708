import { playLimitCalls } from '#contract/play-limit.ts'
import { limitReviewMachine } from '#machines/limit-review.machine.ts'
import { callActor } from './call.ts'

/** The limit review machine, connected to the backend. */
export const limitReviewLogic = limitReviewMachine.provide({
  actors: { 'limits.review': callActor(playLimitCalls['limits.review']) },
})
