/**
 * Makes Playwright enter texts in Firefox as an editor does, which fires the page's own `input` event. By default
 * Playwright sets the value of the field, which React does not notice. Runs in the browser, before any other script.
 */
export function insertText() {
  const value = (text: string) => void document.execCommand('insertText', false, text)
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => value, set: () => {} })
}
