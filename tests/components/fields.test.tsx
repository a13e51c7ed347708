import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Field } from '#src/components/field.tsx'
import { NameField } from '#src/components/name-field.tsx'
import { OtpField } from '#src/components/otp-field.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { SelectField } from '#src/components/select-field.tsx'
import { startLanguage } from '#src/lib/i18n.ts'
import { markEmpty } from '#src/lib/mark-empty.ts'
import { codeInMessage } from '#src/lib/otp-message.ts'

beforeAll(() => startLanguage('th'))

describe('a form field', () => {
  test('is marked as invalid and described by its error message', () => {
    render(<Field label="เบอร์โทรศัพท์" error="เบอร์โทรศัพท์ต้องมี 10 หลัก" />)
    const input = screen.getByRole('textbox', { name: 'เบอร์โทรศัพท์', description: 'เบอร์โทรศัพท์ต้องมี 10 หลัก' })
    expect(input).toHaveAttribute('aria-invalid', 'true')
  })

  test('can be marked as invalid without an error message if another field shows it (R33)', () => {
    const { rerender } = render(<Field label="เบอร์โทรศัพท์" aria-invalid />)
    const input = screen.getByRole('textbox', { name: 'เบอร์โทรศัพท์' })
    expect(input).toHaveAttribute('aria-invalid', 'true')
    expect(input).not.toHaveAttribute('aria-describedby')
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<Field label="เบอร์โทรศัพท์" />)
    expect(input).not.toHaveAttribute('aria-invalid')
  })

  test('for a password accepts pasted text', () => {
    render(<PasswordField label="รหัสผ่าน" />)
    // fireEvent returns false if the page has prevented the event
    expect(fireEvent.paste(screen.getByLabelText('รหัสผ่าน'))).toBe(true)
  })

  test('for a password reveals it on request', async () => {
    render(<PasswordField label="รหัสผ่าน" defaultValue="demo1234" />)
    const input = screen.getByLabelText('รหัสผ่าน')
    expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'แสดงรหัสผ่าน' }))
    expect(input).toHaveAttribute('type', 'text')
    screen.getByRole('button', { name: 'ซ่อนรหัสผ่าน' })
  })
})

describe('a select field', () => {
  const banks = [
    { value: 'SCB', label: 'ธนาคารไทยพาณิชย์', lang: 'th' },
    { value: 'KTB', label: 'ธนาคารกรุงไทย', lang: 'th' },
  ]

  test('shows its label and its options in order, each in its own language, and starts without a selection (R44, R46)', async () => {
    const onChange = vi.fn()
    render(<SelectField label="ธนาคาร" placeholder="เลือกธนาคาร" options={banks} required onChange={onChange} />)
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'ธนาคาร' })
    expect([select.value, select.required, select.validity.valueMissing]).toEqual(['', true, true])
    expect([...select.options].map(({ value, text, lang }) => [value, text, lang])).toEqual([
      ['', 'เลือกธนาคาร', ''],
      ...banks.map(({ value, label, lang }) => [value, label, lang]),
    ])
    await userEvent.selectOptions(select, 'KTB')
    expect([select.value, onChange.mock.calls.length]).toEqual(['KTB', 1])
  })

  test('selects the first option if there is no placeholder (R49, R510)', () => {
    render(<SelectField label="สกุลเงิน" options={[{ value: 'LAK', label: 'กีบ' }]} />)
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'สกุลเงิน' })
    expect([select.value, select.options.length, select.options[0]?.hasAttribute('lang')]).toEqual(['LAK', 1, false])
  })
})

test('a code field supports the phone’s autofill and calls onComplete after six digits (R39)', async () => {
  const onComplete = vi.fn()
  render(<OtpField label="รหัส OTP" hint="ตรวจสอบให้ทันที" name="code" onComplete={onComplete} required />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'รหัส OTP' })
  expect([field.autocomplete, field.inputMode, field.required]).toEqual(['one-time-code', 'numeric', true])
  await userEvent.type(field, '1234567')
  expect(field.value).toBe('123456')
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test.each(['12345', 'abcdef', '12345a'])(
  'a code field does not call onComplete when the player types %s (R596)',
  async (text) => {
    const onComplete = vi.fn()
    render(<OtpField label="รหัส OTP" hint="ตรวจสอบให้ทันที" name="code" onComplete={onComplete} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'รหัส OTP', description: 'ตรวจสอบให้ทันที' }), text)
    expect(onComplete).not.toHaveBeenCalled()
  },
)

test('a code field shows why its code was refused, and stays marked as invalid until the player types (R39)', async () => {
  render(<OtpField label="รหัส OTP" hint="ตรวจสอบให้ทันที" name="code" onComplete={() => {}} error="รหัส OTP ไม่ถูกต้อง" />)
  const field = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'รหัส OTP',
    description: 'ตรวจสอบให้ทันที รหัส OTP ไม่ถูกต้อง',
  })
  expect(field).toHaveAttribute('aria-invalid', 'true')
  await userEvent.type(field, '9')
  expect(field).not.toHaveAttribute('aria-invalid')
})

test('pasting a code into a field marked as invalid clears the mark and calls onComplete (R39, R254, R596)', async () => {
  const onComplete = vi.fn()
  render(
    <form aria-label="รหัส">
      <OtpField label="รหัส OTP" hint="ตรวจสอบให้ทันที" name="code" onComplete={onComplete} required />
    </form>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'รหัส OTP' })
  expect(markEmpty(screen.getByRole<HTMLFormElement>('form'))).toBe(true)
  expect(field).toHaveAttribute('aria-invalid', 'true')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '123 456')
  fireEvent(field, new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  expect([field.value, field.hasAttribute('aria-invalid')]).toEqual(['123456', false])
  expect(onComplete.mock.calls).toEqual([['123456']])
})

test('an account name is converted to upper case as the player types, and the caret stays in place (R258)', async () => {
  render(<NameField label="ชื่อ" defaultValue="ANDER" />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'ชื่อ' })
  await userEvent.click(field)
  field.setSelectionRange(1, 1)
  await userEvent.keyboard('xy')
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['AXYNDER', 3, 3])
  await userEvent.clear(field)
  await userEvent.type(field, 'ก b')
  expect(field.value).toBe('ก B')
})

test('a form marks empty required fields as invalid, without a message, until they are filled, and focuses the first of them (R254, R255, R278, D-38)', async () => {
  const form = (
    <form aria-label="สมัคร">
      <input aria-label="ชื่อ" required defaultValue="กระเป๋า" />
      <input aria-label="เบอร์" required defaultValue="  " />
      <select aria-label="ธนาคาร" required>
        <option value="">เลือก</option>
        <option>SCB</option>
      </select>
      <input aria-label="รหัสผู้แนะนำ" />
    </form>
  )
  render(form)
  const element = screen.getByRole<HTMLFormElement>('form')
  const marked = () =>
    [...element.querySelectorAll('[aria-invalid=true]')].map((each) => each.getAttribute('aria-label'))
  expect(markEmpty(element)).toBe(true)
  expect([marked(), document.activeElement?.getAttribute('aria-label')]).toEqual([['เบอร์', 'ธนาคาร'], 'เบอร์'])
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(screen.getByLabelText('เบอร์'), '0')
  expect(marked()).toEqual(['ธนาคาร'])
  await userEvent.selectOptions(screen.getByLabelText('ธนาคาร'), 'SCB')
  expect([marked(), markEmpty(element)]).toEqual([[], false])
})

describe('a code sent to this phone by SMS', () => {
  afterEach(() => vi.unstubAllGlobals())
  const { signal } = new AbortController()

  test('is read if the browser can read SMS codes', async () => {
    vi.stubGlobal('OTPCredential', class {})
    const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue({ code: '123456' } as never)
    expect(await codeInMessage(signal)).toBe('123456')
    expect(get).toHaveBeenCalledWith({ otp: { transport: ['sms'] }, signal })
  })

  test.each([
    ['the player says no', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
    ['there is no message', async () => null],
  ])('is read as null if %s', async (_, answer) => {
    vi.stubGlobal('OTPCredential', class {})
    vi.spyOn(navigator.credentials, 'get').mockImplementation(answer)
    expect(await codeInMessage(signal)).toBeNull()
  })

  test('is not requested if the browser cannot read SMS codes', async () => {
    const known = Object.getOwnPropertyDescriptor(window, 'OTPCredential')
    Reflect.deleteProperty(window, 'OTPCredential')
    const get = vi.spyOn(navigator.credentials, 'get')
    expect([await codeInMessage(signal), get.mock.calls]).toEqual([null, []])
    if (known) Object.defineProperty(window, 'OTPCredential', known)
  })
})
