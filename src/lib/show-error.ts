/** Moves the focus to the field of a form, and scrolls to its end: the error is below the field, where a low window hides it. */
export function showError(form: HTMLFormElement) {
  form.querySelector('input')?.focus()
  form.scrollIntoView({ block: 'end' })
}
