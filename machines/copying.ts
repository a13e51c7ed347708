import type { ShowToast } from './toasts.machine.ts'

/** Sent by the actor that copies a text to the clipboard. */
export type CopyEnded = { type: 'copy.ended'; isDone: boolean }

/** The toast shown after copying. Source: R399–R400. */
export const copyToast = (isCopied: boolean): ShowToast => ({
  type: 'toast.show',
  tone: isCopied ? 'good' : 'bad',
  text: isCopied ? 'copy.done' : 'copy.failed',
})
