import { userEvent } from '@testing-library/user-event'

/** Who presses and types. */
export type Hand = {
  click: (control: HTMLElement) => Promise<void>
  /** The text stands in the field, typed anew. */
  type: (field: HTMLElement, text: string) => Promise<void>
  choose: (list: HTMLElement, value: string) => Promise<void>
  upload: (field: HTMLElement, file: File) => Promise<void>
  /** A key, where the focus is. */
  key: (name: string) => Promise<void>
}

const user = userEvent.setup({ delay: null, applyAccept: false })
/** Events as a browser would send them. */
export const synthetic: Hand = {
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
