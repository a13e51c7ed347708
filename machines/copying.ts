import type { ShowToast } from './toasts.machine.ts'

/** Sent back by what puts a text on the clipboard. */
export type CopyEnded = { type: 'copy.ended'; isDone: boolean }

/** What is said then. Source: R399–R400. */
export const copyToast = (isCopied: boolean): ShowToast => ({
  type: 'toast.show',
  tone: isCopied ? 'good' : 'bad',
  text: isCopied ? 'copy.done' : 'copy.failed',
})
