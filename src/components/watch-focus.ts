/** Says when what held the focus inside `element` is gone or disabled by now: a button that made way for another. Returns what ends it. */
export function watchFocus(element: HTMLElement, onLost: () => void): () => void {
  const watch = new MutationObserver(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches(':disabled')) onLost()
  })
  watch.observe(element, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => watch.disconnect()
}
