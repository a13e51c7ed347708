/**
 * Returns the selected controls that differ from their neighbours only in color. Differences in width, weight, lines,
 * icons or text count as more than color, and so does a brightness contrast of at least 3 to 1. Runs in the browser, so
 * it must be self-contained. Source: WCAG 2.2, 1.4.1.
 */
export function chosenByColor(): string[] {
  const LEAST = 3
  const open: Element = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  const brightness = (color: string): number => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one: string, other: string) => {
    const [a, b] = [brightness(one), brightness(other)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
  const parts = (element: Element) => [element, ...element.querySelectorAll('*')]
  /** Returns the properties of an element that can be seen without colors. */
  const shapeOf = (element: Element): string =>
    parts(element)
      .flatMap((part) => [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)))
      .map((style) =>
        [
          ...[style.fontWeight, style.textDecorationLine, style.borderWidth, style.outlineStyle, style.transform],
          ...[style.content, style.display, style.opacity, style.width === 'auto' ? '' : style.boxShadow.length],
        ].join(),
      )
      .join(';') + element.querySelectorAll('svg').length
  const isChosen = (element: Element) =>
    element.matches('[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]')
  const found: string[] = []
  for (const control of open.querySelectorAll('[aria-current], [aria-pressed], [aria-selected]')) {
    if (!isChosen(control) || !control.checkVisibility()) continue
    const group = control.closest('ul, ol, nav, [role=tablist], [role=group]') ?? control.parentElement
    const other = [...(group?.querySelectorAll(control.tagName) ?? [])].find((each) => !isChosen(each))
    if (!other || shapeOf(control) !== shapeOf(other)) continue
    const [one, two] = [getComputedStyle(control), getComputedStyle(other)]
    const ratio = Math.max(
      contrast(one.color, two.color),
      contrast(one.backgroundColor, two.backgroundColor),
      contrast(one.borderBottomColor, two.borderBottomColor),
    )
    if (ratio < LEAST) found.push(`chosen by its color: ${control.textContent?.trim()} (${ratio.toFixed(2)})`)
  }
  return found
}
