import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from '#src/lib/clipboard.ts'

const opened: HTMLElement[] = []
afterEach(() => {
  for (const element of opened.splice(0)) element.remove()
})
function add<T extends HTMLElement>(element: T): T {
  document.body.append(element)
  opened.push(element)
  return element
}
/** Simulates a browser without a clipboard API. */
const noClipboard = () => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
/** Mocks the `copy` command. Returns what it copies: the selected text and the properties of its field. */
function oldWay(isDone = true) {
  const seen: { text: string; isReadOnly: boolean; place: Element | null }[] = []
  vi.spyOn(document, 'execCommand').mockImplementation((command) => {
    const field = document.activeElement as HTMLTextAreaElement
    const text = field.value.slice(field.selectionStart, field.selectionEnd)
    if (command === 'copy') seen.push({ text, isReadOnly: field.readOnly, place: field.parentElement })
    return isDone
  })
  return seen
}

test('copying uses the browser’s clipboard (R399, R400)', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const seen = oldWay()
  expect(await copyText('123-456-7890')).toBe(true)
  expect([writeText.mock.calls, seen]).toEqual([[['123-456-7890']], []])
})

test('copying falls back to a temporary hidden field if the clipboard API is missing or rejects the call (R399, R400)', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  const seen = oldWay()
  expect(await copyText('one\ntwo')).toBe(true)
  noClipboard()
  expect(await copyText('three')).toBe(true)
  expect(seen).toEqual([
    { text: 'one\ntwo', isReadOnly: true, place: document.body },
    { text: 'three', isReadOnly: true, place: document.body },
  ])
  expect(document.querySelector('textarea')).toBeNull()
})

test('copying returns false if the browser cannot copy at all (R399, R400)', async () => {
  noClipboard()
  oldWay(false)
  expect(await copyText('x')).toBe(false)
  expect(document.querySelector('textarea')).toBeNull()
})

test('copying keeps the focus, and puts the hidden field inside the open dialog because the rest of the page is inert (R399)', async () => {
  noClipboard()
  const seen = oldWay()
  const [below, above] = [add(document.createElement('dialog')), add(document.createElement('dialog'))]
  const button = document.createElement('button')
  above.append(button)
  below.showModal()
  above.showModal()
  button.focus()
  expect(await copyText('x')).toBe(true)
  expect(seen).toEqual([{ text: 'x', isReadOnly: true, place: above }])
  expect(document.activeElement).toBe(button)
})
