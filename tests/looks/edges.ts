/** A control in the viewport that can be recognised only by its edge or its icon. Source: WCAG 2.2, 1.4.11. */
export type Edge = { name: string; kind: 'field' | 'icon'; box: [number, number, number, number] }

/**
 * Returns the fields, each with the box of its frame, and the icons of controls without text. Disabled controls are
 * exempt. Runs in the browser, so it must be self-contained.
 */
export function edges(): Edge[] {
  const top: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isIn = ({ left, top: above, right, bottom }: DOMRect) =>
    left >= 4 && above >= 4 && right <= innerWidth - 4 && bottom <= innerHeight - 4
  const boxOf = (element: Element): Edge['box'] => {
    const { left, top: above, width, height } = element.getBoundingClientRect()
    return [left, above, width, height].map(Math.round) as Edge['box']
  }
  /** The element that draws the frame of a field: the field itself, or a box around it. */
  function frameOf(field: Element): Element {
    let at: Element | null = field
    for (let level = 0; at && level < 3; level++, at = at.parentElement) {
      const { borderBottomWidth, borderBottomStyle, boxShadow, backgroundColor } = getComputedStyle(at)
      const isClear = /^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)
      if (borderBottomStyle !== 'none' && borderBottomWidth !== '0px') return at
      if (boxShadow !== 'none' || !isClear) return at
    }
    return field
  }
  const found: Edge[] = []
  for (const control of top.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (control.closest('[aria-hidden=true], :disabled, [aria-disabled=true], [aria-busy=true]')) continue
    const box = control.getBoundingClientRect()
    // skips controls that are hidden under a sticky header or footer, and fields that are covered by their label
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (box.width < 12 || !control.contains(at)) continue
    const name = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.outerHTML.slice(0, 60)
    if (control.matches('input, select, textarea')) {
      const frame = frameOf(control)
      const outline = frame.getBoundingClientRect()
      const atEdge = document.elementFromPoint(outline.left + outline.width / 2, outline.bottom - 1)
      if (isIn(outline) && frame.contains(atEdge)) found.push({ name, kind: 'field', box: boxOf(frame) })
      continue
    }
    // biome-ignore lint/performance/useDomNodeTextContent: textContent includes words for screen readers only
    if (control.innerText.trim() === '') {
      const icon = control.querySelector('svg')
      if (icon && isIn(icon.getBoundingClientRect())) found.push({ name, kind: 'icon', box: boxOf(icon) })
    }
  }
  return found
}
