import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { userEvent as pointer } from 'vitest/browser'
import { type Actor, createActor, createEmptyActor } from 'xstate'
import { CHAT_IMAGE_MOST, CHAT_VIDEO_MOST } from '#contract/chat.ts'
import en from '#locales/en.json'
import th from '#locales/th.json'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import { ChatCompose } from '#src/features/chat/chat-compose.tsx'
import { frozen } from '#tests/kit/frozen.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

let box: Actor<typeof chatBoxMachine>
beforeEach(() => {
  const logic = frozen(chatBoxMachine, { chatMessage: frozen(chatMessageMachine) })
  box = createActor(logic, { input: { owner: createEmptyActor() as never, kept: [], draft: '' } }).start()
  onTestFinished(() => void box.stop())
  render(<ChatCompose box={box} />)
})

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const enter = (more: object = {}) => fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13, ...more })
const sent = () => box.getSnapshot().context.items.length

test('Enter sends the message, and Shift+Enter adds a line (R287)', async () => {
  await userEvent.type(field(), 'หนึ่ง{Shift>}{Enter}{/Shift}สอง')
  expect([sent(), field().value]).toEqual([0, 'หนึ่ง\nสอง'])
  await userEvent.type(field(), '{Enter}')
  expect([sent(), field().value]).toEqual([1, ''])
})

test('the button sends the message and keeps the focus in the field, so that the keyboard stays open (R287)', async () => {
  field().focus()
  write('สวัสดี')
  await pointer.click(screen.getByRole('button', { name: th.chat.send }))
  expect(sent()).toBe(1)
  expect(field()).toHaveFocus()
})

test.each([
  ['while an input method composes', { isComposing: true }],
  ['if it ends a composition in Safari', { keyCode: 229 }],
])('Enter does not send the message %s (R287)', (_, key) => {
  write('にほん')
  enter(key)
  expect([sent(), field().value]).toEqual([0, 'にほん'])
  enter()
  expect(sent()).toBe(1)
})

test('the field shows a character count once it contains 1,800 characters (R285)', () => {
  write('x'.repeat(1_799))
  expect(field()).toHaveAccessibleDescription('')
  write('x'.repeat(1_800))
  expect(field()).toHaveAccessibleDescription('1800/2000')
  expect(field()).toHaveAttribute('maxlength', '2000')
})

const attach = async (size: number, name: string, type: string) => {
  const file = new File([new Uint8Array(size)], name, { type })
  await userEvent.upload(screen.getByLabelText(th.chat.attach), file, { applyAccept: false })
}
const tooLarge = (n: number, text = th.chat.tooLarge) => plain(text.replace('{{n}}', String(n)))

test.each([
  ['a picture above 10 MB (R290)', CHAT_IMAGE_MOST + 1, 'a.png', 'image/png', tooLarge(10)],
  ['a video above 20 MB (R291)', CHAT_VIDEO_MOST + 1, 'a.mp4', 'video/mp4', tooLarge(20)],
  ['a file of another type (R288)', 1, 'a.txt', 'text/plain', plain(th.chat.badFile)],
  ['a name without an extension (R289)', 1, 'picture', 'image/png', plain(th.chat.badFile)],
  ['a name with another extension (R289)', 1, 'photo.jfif', 'image/jpeg', plain(th.chat.badFile)],
])('the message box shows why it rejects %s', async (_, size, name, type, text) => {
  await attach(size, name, type)
  expect(plain(screen.getByRole('alert').textContent ?? '')).toBe(text)
  expect(sent()).toBe(0)
})

test('the message box accepts pictures and videos of the maximum size (R290–R291)', async () => {
  box.send({
    type: 'box.attach',
    file: new File([], 'a.png'),
    facts: { name: 'a.png', type: 'image/png', size: CHAT_IMAGE_MOST },
  })
  box.send({
    type: 'box.attach',
    file: new File([], 'a.mp4'),
    facts: { name: 'a.mp4', type: 'video/mp4', size: CHAT_VIDEO_MOST },
  })
  expect(sent()).toBe(2)
})

test('the English messages for rejected files match the specification (R289–R291)', () => {
  expect(plain(en.chat.badFile)).toBe('File is not supported')
  for (const n of [10, 20])
    expect(tooLarge(n, en.chat.tooLarge)).toBe(`The file is too large. Please select file no larger than ${n} MB.`)
})
