/**
 * Marks all empty required controls as invalid without showing a message, and focuses the first one. Returns true if
 * any control is empty. Source: R254–R255, D-38.
 */
export function markEmpty(form: HTMLFormElement): boolean {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:required, select:required')]
  const empty = controls.filter(({ value }) => value.trim() === '')
  for (const control of empty) {
    control.setAttribute('aria-invalid', 'true')
    control.addEventListener('input', () => control.removeAttribute('aria-invalid'), { once: true })
  }
  empty[0]?.focus()
  return empty.length > 0
}
