/**
 * Takes the focus to `element` when what held it inside is gone or disabled by now: a button that made way for another.
 * `mayTake` says whether it is this element's turn. Returns what ends it.
 */
export function keepFocus(element: HTMLElement, mayTake: () => boolean): () => void {
  const watch = new MutationObserver(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches(':disabled') === true
    if (isLost && mayTake()) element.focus({ preventScroll: true })
  })
  watch.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => watch.disconnect()
}
