/**
 * Focuses the field of a form and scrolls to the end of the form, because a small window would otherwise hide the error
 * below the field.
 */
export function showError(form: HTMLFormElement) {
  form.querySelector('input')?.focus()
  form.scrollIntoView({ block: 'end' })
}
