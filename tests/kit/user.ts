import { userEvent } from '@testing-library/user-event'

/** Simulates a player's mouse and keyboard input. */
export type User = {
  /** Throws if the control cannot be pressed now. A real user would wait. */
  reach: (control: HTMLElement) => void
  click: (control: HTMLElement) => Promise<void>
  /** Replaces the field's text. */
  type: (field: HTMLElement, text: string) => Promise<void>
  choose: (list: HTMLElement, value: string) => Promise<void>
  upload: (field: HTMLElement, file: File) => Promise<void>
  /** Presses a key in the focused element. */
  key: (name: string) => Promise<void>
}

/** Throws if another element covers the control. */
function reach(control: HTMLElement) {
  control.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = control.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  if (!hit || !(control.contains(hit) || hit.contains(control)))
    throw new Error(`${control.outerHTML.slice(0, 80)} is covered by ${hit?.outerHTML.slice(0, 80)}`)
}

const events = userEvent.setup({ delay: null, applyAccept: false })
/** Dispatches the events that a browser would dispatch for real input. */
export const synthetic: User = {
  reach,
  click: (control) => events.click(control),
  type: async (field, text) => {
    await events.clear(field)
    if (text) await events.type(field, text)
  },
  choose: (list, value) => events.selectOptions(list, value),
  upload: (field, file) => events.upload(field, file),
  key: (name) => events.keyboard(`{${name}}`),
}

/** The user of the current test: synthetic by default, and replaced with the real mouse and keyboard in Playwright. */
export const user: User = { ...synthetic }
export const setUser = (other: Partial<User>) => void Object.assign(user, other)
