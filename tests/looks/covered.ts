/**
 * Returns the controls that cannot be pressed because something covers them. Scrolls each control into view and checks
 * its middle, or the middle of its first line. If a dialog is open, checks only the topmost one. Runs in the browser,
 * so it must be self-contained.
 */
export function covered(): string[] {
  const open: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 60)
  const found: string[] = []
  for (const control of open.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [role=tab], summary',
  )) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (control.closest('[aria-hidden=true], [inert]') || getComputedStyle(control).pointerEvents === 'none') continue
    // a skip link is outside the window until it has the focus
    control.focus()
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    // uses the first line, because the middle of a wrapped link's box may be outside both of its lines
    const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const label = control.closest('label')
    if (hit && (control.contains(hit) || label?.contains(hit))) continue
    found.push(
      `${nameOf(control)} at ${Math.round(x)}, ${Math.round(y)}: ${hit ? nameOf(hit).slice(0, 40) : 'outside of the window'}`,
    )
  }
  return found
}
