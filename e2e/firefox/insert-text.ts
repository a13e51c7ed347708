/**
 * Makes Playwright insert text in Firefox with an editing command, which fires a real `input` event. By default,
 * Playwright sets the field's value, which React does not notice. Runs in the browser, before any other script.
 */
export function insertText() {
  const value = (text: string) => void document.execCommand('insertText', false, text)
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => value, set: () => {} })
}
