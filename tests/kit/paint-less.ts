/**
 * Removes shadows, blurs and masks from the page, and `more` properties: without a graphics card they cost a third of
 * a test. Looks have their own tests. Runs in the browser.
 */
export function paintLess(more: readonly string[] = []) {
  const costly = ['backdrop-filter', 'filter', 'box-shadow', 'mask-image', ...more]
  const sheet = new CSSStyleSheet()
  const off = costly.map((property) => `${property}: none !important`)
  sheet.replaceSync(`*, ::before, ::after, ::backdrop { ${off.join('; ')} }`)
  document.adoptedStyleSheets.push(sheet)
}
