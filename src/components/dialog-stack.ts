import { useSyncExternalStore } from 'react'

/**
 * The open modal dialogs, topmost last. They are tracked here because no script can read the order of the browser's top
 * layer.
 */
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
 * Adds a newly opened modal dialog to the top of the stack. Dialogs inside it that opened at the same time are
 * reopened, so that they appear above it. Returns a function that removes the dialog from the stack.
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

/** True if the dialog is the topmost modal dialog. */
export const isTopDialog = (dialog: HTMLDialogElement): boolean => open.at(-1) === dialog

/**
 * Returns the topmost modal dialog. Everything outside it is inert, so interactive elements must be rendered inside it.
 */
export const useTopDialog = (): HTMLDialogElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1))
