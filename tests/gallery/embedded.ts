import { fireEvent } from '@testing-library/react'
import { setUser } from '../kit/user.ts'

/**
 * Keeps the index from scrolling. Otherwise, when an element inside a frame receives the focus or is scrolled into
 * view, the browser would scroll the whole index to that element.
 */
export function stayInside() {
  setUser({ reach: () => {} })
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true })
  }
}

/**
 * Makes the simulated user press and type with a single event each, because the gallery does not test keys or pointers.
 */
export function hurry() {
  setUser({
    click: async (control) => void fireEvent.click(control),
    type: async (field, text) => void fireEvent.input(field, { target: { value: text } }),
  })
}
