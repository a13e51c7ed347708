import { fireEvent } from '@testing-library/react'
import { setUser } from '../kit/user.ts'

/**
 * Used inside a frame of the index: when an element in a frame takes the focus or is scrolled into view, a browser
 * would scroll the whole index to it.
 */
export function stayInside() {
  setUser({ reach: () => {} })
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true })
  }
}

/** The simulated user presses and types with one event each: the gallery does not test keys or pointers. */
export function hurry() {
  setUser({
    click: async (control) => void fireEvent.click(control),
    type: async (field, text) => void fireEvent.input(field, { target: { value: text } }),
  })
}
