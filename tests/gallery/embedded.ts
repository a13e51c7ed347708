import { fireEvent } from '@testing-library/react'
import { setUser } from '../kit/user.ts'

/** In a window of the index a page draws the index to nothing: a browser scrolls all pages to what holds the focus, or is to be seen, in one of them. */
export function stayInside() {
  setUser({ reach: () => {} })
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true })
  }
}

/** The hand presses and types with one event each: no test, so no key and no pointer has to be told apart. */
export function hurry() {
  setUser({
    click: async (control) => void fireEvent.click(control),
    type: async (field, text) => void fireEvent.input(field, { target: { value: text } }),
  })
}
