/**
 * Returns the controls that cannot be pressed: each is scrolled into view, and something else lies over its middle, or over
 * that of its first line. Of the topmost dialog, if there is one. Runs in the browser, so it uses nothing outside itself.
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
    // a link to the content is outside of the window until it has the focus
    control.focus()
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    // the middle of a link that wraps may be beside both of its lines
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
