/**
 * Pauses and returns the CSS animation of an element, which may also have transitions. Throws if it has no animation.
 */
export function animationOf(element: Element): Animation {
  const found = element.getAnimations().find((each) => each instanceof CSSAnimation)
  if (!found) throw new Error(`no animation: ${getComputedStyle(element).animation}`)
  found.pause()
  return found
}
