/**
 * Returns the controls that look the same with and without focus, because no outline or shadow changes on or around the
 * control. If a dialog is open, checks only the topmost one. Runs in the browser, so it must be self-contained.
 */
export function ringless(): string[] {
  const open: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  /** The outlines and shadows of a control, its siblings, its parent and its grandparent. */
  const ringsOf = (control: Element) =>
    [...(control.parentElement?.children ?? []), control.parentElement, control.parentElement?.parentElement]
      .map((element) => element && getComputedStyle(element))
      .map((style) => style && `${style.outline} ${style.boxShadow}`)
      .join()
  const found: string[] = []
  for (const control of open.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = ringsOf(control)
    control.focus({ focusVisible: true })
    if (document.activeElement !== control || ringsOf(control) !== before) continue
    const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim()
    found.push(`no ring: ${name || control.outerHTML.slice(0, 60)}`)
  }
  return found
}
