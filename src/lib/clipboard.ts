/** Copies through a hidden field if the browser has no clipboard API: an old one, or a page without https. */
function copyByField(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // keeps the on-screen keyboard closed
  field.className = 'visually-hidden'
  // inside the open dialog: everything outside it is inert
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
    return copyByField(text) // refused, or missing
  }
}
