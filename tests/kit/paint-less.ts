/**
 * Removes shadows, blurs, masks and the properties in `more` from the page, because painting them without a graphics
 * card takes a third of a test's time. Separate tests check the visual design. Runs in the browser.
 */
export function paintLess(more: readonly string[] = []) {
  const costly = ['backdrop-filter', 'filter', 'box-shadow', 'mask-image', ...more]
  const sheet = new CSSStyleSheet()
  const off = costly.map((property) => `${property}: none !important`)
  sheet.replaceSync(`*, ::before, ::after, ::backdrop { ${off.join('; ')} }`)
  document.adoptedStyleSheets.push(sheet)
}
