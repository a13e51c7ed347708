/** Pauses the CSS animation of an element, which may have transitions beside it, and returns it. Throws without one. */
export function animationOf(element: Element): Animation {
  const found = element.getAnimations().find((each) => each instanceof CSSAnimation)
  if (!found) throw new Error(`no animation: ${getComputedStyle(element).animation}`)
  found.pause()
  return found
}
