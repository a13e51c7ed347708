/** The screens on which the product is checked, CSS px: a phone, and a window wide enough for the two-column layout. */
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const
export type Size = keyof typeof SIZES
/** The browser settings of each screen. */
export const PHONE = { viewport: SIZES.phone, hasTouch: true, isMobile: true }
export const DESKTOP = { viewport: SIZES.desktop }
