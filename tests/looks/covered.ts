/**
 * Returns the controls that cannot be pressed, or do not show the focus. Each control is scrolled into view, and must
 * not be covered at its middle, or at the middle of its first line; on focus the outline or the shadow changes, of the
 * control or of what surrounds it. If a dialog is open, only the topmost one is checked. Runs in the browser, so it uses
 * nothing outside itself.
 */
export function covered(): string[] {
  const open: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 60)
  const found: string[] = []
  /** The outlines and shadows of a control, of the elements beside it and of those around it. */
  const ringsOf = (control: Element) =>
    [...(control.parentElement?.children ?? []), control.parentElement, control.parentElement?.parentElement]
      .map((element) => element && getComputedStyle(element))
      .map((style) => style && `${style.outline} ${style.boxShadow}`)
      .join()
  for (const control of open.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [role=tab], summary',
  )) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (control.closest('[aria-hidden=true], [inert]') || getComputedStyle(control).pointerEvents === 'none') continue
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = ringsOf(control)
    // a skip link is outside the window until it has the focus
    control.focus()
    if (document.activeElement === control && ringsOf(control) === before) found.push(`no ring: ${nameOf(control)}`)
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    // the middle of a wrapped link may be next to both of its lines
    const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const label = control.closest('label')
    if (hit && (control.contains(hit) || label?.contains(hit))) continue
    found.push(
      `covered: ${nameOf(control)} at ${Math.round(x)}, ${Math.round(y)}: ${hit ? nameOf(hit).slice(0, 40) : 'outside of the window'}`,
    )
  }
  return found
}
