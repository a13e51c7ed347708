import type { ActorRef, Snapshot } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { failureIn } from './actors.ts'

/** The content of a toast: a translation key, or a failure. */
export type ToastText =
  | 'qr.cancelled'
  | 'qr.done'
  | 'qr.saveFailed'
  | 'register.done'
  | 'recover.done'
  | 'recover.expired'
  | 'copy.done'
  | 'copy.failed'
  | 'invite.collected'
  | 'game.resetDone'
  | 'devices.newLogin'
  | 'devices.changed'
  | 'care.limit.notice'
  | Failure
export type ToastTone = 'good' | 'wait' | 'bad'
/** The event that shows a toast. */
export type ShowToast = { type: 'toast.show'; tone: ToastTone; text: ToastText }
/** The actor that shows toasts. */
export type Toasts = ActorRef<Snapshot<unknown>, ShowToast>

/** Sent when copying text to the clipboard has succeeded or failed. */
export type CopyEnded = { type: 'copy.ended'; isDone: boolean }

/** The toast shown after copying. Source: R399–R400. */
export const copyToast = (isCopied: boolean): ShowToast => ({
  type: 'toast.show',
  tone: isCopied ? 'good' : 'bad',
  text: isCopied ? 'copy.done' : 'copy.failed',
})

/**
 * Returns the toast that shows a failure. Machines with toasts use it as an action: `showFailure: sendTo(toasts,
 * failureToast)`.
 */
export const failureToast = (_: unknown, text: Failure): ShowToast => ({ type: 'toast.show', tone: 'bad', text })
/** Shows the failure of an invoked actor. */
export const showFailure = { type: 'showFailure', params: failureIn } as const
