/**
 * Removes shadows, blurs, masks and the `more` properties from the page: without a graphics card they take a third of a
 * test's time. Separate tests check the look. Runs in the browser.
 */
export function paintLess(more: readonly string[] = []) {
  const costly = ['backdrop-filter', 'filter', 'box-shadow', 'mask-image', ...more]
  const sheet = new CSSStyleSheet()
  const off = costly.map((property) => `${property}: none !important`)
  sheet.replaceSync(`*, ::before, ::after, ::backdrop { ${off.join('; ')} }`)
  document.adoptedStyleSheets.push(sheet)
}
