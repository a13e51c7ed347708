/**
 * A window in CSS px, with the browser's text size in percent. `isSpaced`: the page has the text spacing of WCAG
 * 1.4.12.
 */
export type Window = { width: number; height: number; text: number; isSpaced?: boolean }

/**
 * The windows in which every state must be usable: small and large phones, a phone in landscape, a laptop zoomed to 200
 * %, a tablet, laptops, text sizes of 130 and 200 %, and spaced text (WCAG 1.4.4, 1.4.10, 1.4.12).
 */
export const WINDOWS: readonly Window[] = [
  { width: 320, height: 640, text: 100 },
  { width: 360, height: 780, text: 200 },
  { width: 390, height: 844, text: 130 },
  { width: 844, height: 390, text: 100 },
  { width: 640, height: 400, text: 100 },
  { width: 390, height: 844, text: 200 },
  { width: 820, height: 1180, text: 100 },
  { width: 1280, height: 800, text: 100 },
  { width: 1280, height: 800, text: 200 },
  { width: 1920, height: 1080, text: 100 },
  { width: 390, height: 844, text: 100, isSpaced: true },
  { width: 1280, height: 800, text: 100, isSpaced: true },
]

/** The name of a window: `390 × 844, text 200 %`. */
export const windowName = ({ width, height, text, isSpaced }: Window) =>
  `${width} × ${height}${text === 100 ? '' : `, text ${text} %`}${isSpaced ? ', spaced' : ''}`
