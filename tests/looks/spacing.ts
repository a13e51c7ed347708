/**
 * Sets the text spacing of WCAG 1.4.12 on the whole page, or removes it. Runs in the browser, so it must be
 * self-contained.
 */
export function space(isSpaced: boolean) {
  const marked = '* { --spaced: 1'
  const others = document.adoptedStyleSheets.filter((sheet) => !sheet.cssRules[0]?.cssText.startsWith(marked))
  if (!isSpaced) {
    document.adoptedStyleSheets = others
    return
  }
  // a constructed stylesheet, which the Content-Security-Policy allows
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `${marked}; line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`,
  )
  document.adoptedStyleSheets = [...others, sheet]
}
