/**
 * Lets `checkVisibility` accept the current names of its options, which are younger than the oldest supported browsers.
 * Only the checks of the tests use them. Runs in the browser, before any other script.
 */
export function nameOptions() {
  const { checkVisibility } = Element.prototype
  Element.prototype.checkVisibility = function ({ visibilityProperty = false, opacityProperty = false } = {}) {
    return checkVisibility.call(this, { checkVisibilityCSS: visibilityProperty, checkOpacity: opacityProperty })
  }
}
