import { fireEvent } from '@testing-library/react'
import { setUser } from '../kit/user.ts'

/**
 * Set in a window of the index, because a browser would scroll the whole index to the element that takes the focus or
 * is scrolled into view in one of them.
 */
export function stayInside() {
  setUser({ reach: () => {} })
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true })
  }
}

/** The simulated user presses and types with one event each: the gallery is no test of keys or pointers. */
export function hurry() {
  setUser({
    click: async (control) => void fireEvent.click(control),
    type: async (field, text) => void fireEvent.input(field, { target: { value: text } }),
  })
}
