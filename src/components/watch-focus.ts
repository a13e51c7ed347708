/**
 * Calls `onLost` when the focused element inside `element` is removed or disabled. Returns a function that stops
 * watching.
 */
export function watchFocus(element: HTMLElement, onLost: () => void): () => void {
  const watch = new MutationObserver(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled')) onLost()
  })
  watch.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => watch.disconnect()
}
