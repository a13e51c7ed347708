import { spinActive } from '#contract/spin-active.ts'
import { spinActiveMachine } from '#machines/spin-active.machine.ts'
import { lookupActor } from './call.ts'

/** The machine that looks up whether the prize wheel is on, connected to the backend. */
export const spinActiveLogic = spinActiveMachine.provide({ actors: { lookup: lookupActor(spinActive) } })
