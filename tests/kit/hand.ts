import { userEvent } from '@testing-library/user-event'

/** Who presses and types. */
export type Hand = {
  /** Throws when the control cannot be pressed as things stand; a real hand waits instead. */
  reach: (control: HTMLElement) => void
  click: (control: HTMLElement) => Promise<void>
  /** The text stands in the field, typed anew. */
  type: (field: HTMLElement, text: string) => Promise<void>
  choose: (list: HTMLElement, value: string) => Promise<void>
  upload: (field: HTMLElement, file: File) => Promise<void>
  /** A key, where the focus is. */
  key: (name: string) => Promise<void>
}

/** Fails when something lies over the control. */
function reach(control: HTMLElement) {
  control.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = control.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  if (!hit || !(control.contains(hit) || hit.contains(control)))
    throw new Error(`${control.outerHTML.slice(0, 80)} is covered by ${hit?.outerHTML.slice(0, 80)}`)
}

const user = userEvent.setup({ delay: null, applyAccept: false })
/** Events as a browser would send them. */
export const synthetic: Hand = {
  reach,
  click: (control) => user.click(control),
  type: async (field, text) => {
    await user.clear(field)
    if (text) await user.type(field, text)
  },
  choose: (list, value) => user.selectOptions(list, value),
  upload: (field, file) => user.upload(field, file),
  key: (name) => user.keyboard(`{${name}}`),
}

/** The hand that moves now: of the tests, or of a run in a browser its real mouse and keyboard. */
export const hand: Hand = { ...synthetic }
export const setHand = (other: Partial<Hand>) => void Object.assign(hand, other)
