/** Nothing moves any more: what would come in is there at once. */
export function still() {
  const style = document.createElement('style')
  style.textContent = '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }'
  document.head.append(style)
}
