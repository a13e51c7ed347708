/**
 * Measures the current screen, or the topmost dialog if one is open. `keys`: the keys of all texts. Returns
 * descriptions of the faults by kind, with an empty list for a kind without faults. Runs in the browser, so it must be
 * self-contained.
 */
export function measure(keys: string[]) {
  /**
   * The share of the smaller text's height by which two texts may overlap, because a font's box is taller than its
   * letters.
   */
  const OVERLAP = 0.3
  const TARGET = 44
  const scripts: Record<string, RegExp> = {
    th: /[\u0E80-\u0EFF]/,
    lo: /[\u0E01-\u0E3A\u0E40-\u0E7F]/,
    en: /[\u0E01-\u0E3A\u0E40-\u0EFF]/,
  }
  const open: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const round = (px: number) => Math.round(px * 10) / 10
  const styleOf = (element: Element) => getComputedStyle(element)
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim() || element.outerHTML.slice(0, 60)

  type Text = { text: string; owner: HTMLElement; block: Element; box: DOMRect }
  const foreign: string[] = []
  const raw: string[] = []
  const texts: Text[] = []
  const stickingOut: string[] = []
  const clipped: string[] = []
  /** Returns the part of a box that is not cut off by scrolling or clipping ancestors. */
  function clip(box: DOMRect, owner: Element): DOMRect {
    let { left, top, right, bottom } = box
    for (let at: Element | null = owner; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at)
      const edge = at.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
      if (position === 'fixed') break
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  /**
   * True if a box that does not scroll cuts off a side of a line, or its top or bottom by more than the space that fonts
   * reserve around letters.
   */
  function isCut(line: DOMRect, owner: Element): boolean {
    for (let at: Element | null = owner; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = styleOf(at)
      const { left, right, top, bottom, height } = at.getBoundingClientRect()
      const scrolls = [overflowX, overflowY].some((each) => each === 'auto' || each === 'scroll')
      if (scrolls || position === 'fixed' || height <= 1) return false
      const hidden = Math.max(top - line.top, line.bottom - bottom)
      if (overflowY !== 'visible' && hidden > OVERLAP * line.height) return true
      if (overflowX !== 'visible' && Math.max(left - line.left, line.right - right) > 1) return true
    }
    return false
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').trim()
    const owner = node.parentElement
    if (!owner || text === '' || owner.closest('noscript, script, style')) continue
    const lang = owner.closest('[lang]')?.getAttribute('lang') ?? ''
    if (scripts[lang]?.test(text)) foreign.push(`${lang}: ${text}`)
    if (keys.includes(text) || /\{\{|\}\}/.test(text)) raw.push(text)
    if (!open.contains(owner) || owner.closest('option, svg')) continue
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    let block: Element = owner
    while (styleOf(block).display === 'inline' && block.parentElement) block = block.parentElement
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const edge = block.getBoundingClientRect()
      if (edge.width > 1 && (line.left < edge.left - 1 || line.right > edge.right + 1))
        stickingOut.push(
          `${text}: ${round(line.left)} to ${round(line.right)} in ${round(edge.left)} to ${round(edge.right)}`,
        )
      const box = clip(line, owner)
      if (isCut(line, owner))
        clipped.push(
          `${text}: ${round(line.width)} × ${round(line.height)} px at ${round(line.left)}, ${round(line.top)}`,
        )
      if (box.width > 2 && box.height > 2) texts.push({ text, owner, block, box })
    }
  }

  /** True if an opaque background between two texts hides the lower text at this point. */
  function isHidden(one: Element, other: Element, x: number, y: number): boolean {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false
    const stack = document.elementsFromPoint(x, y)
    const depths = [stack.indexOf(one), stack.indexOf(other)]
    if (depths.includes(-1)) return true
    const depth = Math.max(...depths)
    // 0.9, because a blurred background with 94 % opacity hides the text as well
    const alphaOf = (colour: string) => Number(/(?:\/|rgba\(.*,) ([\d.]+)\)$/.exec(colour)?.[1] ?? 1)
    const isOpaque = (element: Element) => alphaOf(styleOf(element).backgroundColor) > 0.9
    return stack.slice(0, depth).some((each) => isOpaque(each) && !each.contains(stack[depth] ?? null))
  }
  // a constructed stylesheet, which the Content-Security-Policy allows
  const touchable = new CSSStyleSheet()
  touchable.replaceSync('* { pointer-events: auto !important }')
  document.adoptedStyleSheets.push(touchable)
  const overlap: string[] = []
  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1)) {
      if (one.block === other.block) continue
      const left = Math.max(one.box.left, other.box.left)
      const right = Math.min(one.box.right, other.box.right)
      const top = Math.max(one.box.top, other.box.top)
      const bottom = Math.min(one.box.bottom, other.box.bottom)
      if (right - left <= 2 || bottom - top <= OVERLAP * Math.min(one.box.height, other.box.height)) continue
      if (isHidden(one.owner, other.owner, (left + right) / 2, (top + bottom) / 2)) continue
      overlap.push(`"${one.text}" and "${other.text}" by ${round(right - left)} × ${round(bottom - top)} px`)
    }

  document.adoptedStyleSheets.pop()

  const controls = [...open.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [role=tab], summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !element.closest('[aria-hidden=true]'))
  /**
   * The tabindex that a control should have. The Tab key must reach every control, but only the selected tab in a tab
   * list, where arrow keys move to the other tabs.
   */
  const tabIndexOf = ({ role, ariaSelected }: Element) => (role === 'tab' && ariaSelected !== 'true' ? -1 : 0)
  const tabOrder = controls
    .filter((element) => element.tabIndex !== tabIndexOf(element) || element.matches('a:not([href])'))
    .map((element) => `${nameOf(element)}: tabindex ${element.tabIndex}`)
  const small = controls
    .filter((element) => styleOf(element).display !== 'inline')
    .flatMap((element) => {
      const own = element.getBoundingClientRect()
      const label = element.closest('label')?.getBoundingClientRect() ?? own
      const [width, height] = [round(Math.max(own.width, label.width)), round(Math.max(own.height, label.height))]
      const isSmall = own.bottom > 0 && (width < TARGET || height < TARGET)
      return isSmall ? [`${nameOf(element)}: ${width} × ${height} px`] : []
    })
  const wide = [...open.querySelectorAll<HTMLElement>('button, h1, h2, h3, p, dd, dt, a')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
    .filter((element) => styleOf(element).display !== 'inline')
    // a badge may extend beyond its button
    .filter((element) => [...element.children].every((child) => styleOf(child).position !== 'absolute'))
    .map((element) => `${nameOf(element)}: ${element.scrollWidth} in ${element.clientWidth} px`)
  const cut = [...new Set([...wide, ...stickingOut])]
  // neither the page, nor a dialog, nor a direct child of a dialog may scroll sideways (elements that scroll on purpose
  // are nested deeper)
  const parts = open.matches('dialog') ? [open, ...open.children] : []
  const dialogParts = parts.filter((part) => styleOf(part).overflowX === 'auto')
  const overflow = [document.scrollingElement ?? document.documentElement, ...dialogParts]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ scrollWidth, clientWidth }) => `${scrollWidth} in ${clientWidth} px`)
  return { foreign, raw, small, cut, clipped, overflow, overlap, tabOrder }
}
