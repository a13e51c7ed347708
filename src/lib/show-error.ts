/**
 * Moves the focus to a form field, and scrolls to its end: the error is below the field, where a short window would hide
 * it.
 */
export function showError(form: HTMLFormElement) {
  form.querySelector('input')?.focus()
  form.scrollIntoView({ block: 'end' })
}
