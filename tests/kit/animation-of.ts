/** Returns the running CSS animation of an element, paused; its transitions come and go. Throws if there is none. */
export function animationOf(element: Element): Animation {
  const found = element.getAnimations().find((each) => each instanceof CSSAnimation)
  if (!found) throw new Error(`no animation: ${getComputedStyle(element).animation}`)
  found.pause()
  return found
}
