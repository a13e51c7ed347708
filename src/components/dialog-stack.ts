import { useSyncExternalStore } from 'react'

/** The open modal dialogs, topmost last. The browser has one top layer, and no script can read its order. */
let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Adds an opened modal dialog on top of the stack. Dialogs inside it that opened at the same time are reopened above it.
 * Returns a function that removes the dialog from the stack.
 */
export function pushDialog(dialog: HTMLDialogElement) {
  const inside = open.filter((other) => dialog.contains(other))
  for (const other of inside) {
    other.close()
    other.showModal()
    other.focus()
  }
  change([...open.filter((other) => !inside.includes(other)), dialog, ...inside])
  return () => change(open.filter((other) => other !== dialog))
}

/** True if no modal dialog is above it. */
export const isTopDialog = (dialog: HTMLDialogElement): boolean => open.at(-1) === dialog

/** The topmost modal dialog; everything outside it is inert, so usable parts must be inside it. */
export const useTopDialog = (): HTMLDialogElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1))
