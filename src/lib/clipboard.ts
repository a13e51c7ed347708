/**
 * Copies through a hidden field. Used if the clipboard API is missing, as in an old browser or on a page without https.
 */
function copyByField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // keeps the on-screen keyboard closed
  field.className = 'visually-hidden'
  // the field must be inside the open dialog, because everything outside it is inert
  const around = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const focused = document.activeElement
  around.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}

/** Copies `text` to the clipboard; returns false if the browser refuses. Source: R399–R400. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByField(text) // the clipboard API refused or is missing
  }
}

/** True if the page can request the clipboard's text. It cannot over http or in some in-app browsers. */
export const canPaste = (): boolean => navigator.clipboard?.readText !== undefined

/** Returns the clipboard's text, trimmed; null if the browser refuses. */
export async function pastedText(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim()
  } catch {
    return null // the player or the browser denied access
  }
}
