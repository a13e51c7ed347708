/** Disables animations and transitions. Returns a function that enables them again. */
export function disableAnimations() {
  const style = document.createElement('style')
  style.textContent = '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }'
  document.head.append(style)
  return () => style.remove()
}
