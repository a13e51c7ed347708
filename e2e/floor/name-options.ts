/** The first Chromium whose `checkVisibility` accepts the names that the tests use for its options. */
export const NAMED = 121

/**
 * Lets `checkVisibility` of an older Chromium accept those names. The product does not use them. Runs in the browser,
 * before any other script.
 */
export function nameOptions() {
  const { checkVisibility } = Element.prototype
  Element.prototype.checkVisibility = function ({ visibilityProperty = false, opacityProperty = false } = {}) {
    return checkVisibility.call(this, { checkVisibilityCSS: visibilityProperty, checkOpacity: opacityProperty })
  }
}
