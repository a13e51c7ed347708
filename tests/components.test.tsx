import { render, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LOADER_DELAY } from '#contract/limits.ts'
import { Button } from '#src/components/button.tsx'
import { Field } from '#src/components/field.tsx'
import { LanguageSelect } from '#src/components/language-select.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Money } from '#src/components/money.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { startLanguage, switchLanguage } from '#src/lib/i18n.ts'

beforeAll(() => startLanguage('th'))

describe('tabs', () => {
  test('arrows move the focus round, Enter chooses, one stop for Tab', async () => {
    const onChange = vi.fn()
    const tabs = [
      { id: 'bank', label: 'ธนาคาร' },
      { id: 'qr', label: 'QR' },
      { id: 'gift', label: 'ซอง' },
    ] as const
    render(<Tabs label="วิธีฝากเงิน" tabs={tabs} current="bank" onChange={onChange} children={<p>เนื้อหา</p>} />)
    expect(screen.getByRole('tabpanel', { name: 'ธนาคาร' })).toHaveTextContent('เนื้อหา')
    await userEvent.keyboard('{Tab}{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'ซอง' }))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(onChange.mock.calls).toEqual([['qr']])
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })
})

describe('button', () => {
  test('while busy it keeps focus and width, says so and sends nothing', async () => {
    const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={send}>
        <input aria-label="เบอร์โทรศัพท์" />
        <Button type="submit" busy={busy} busyText="กำลังเข้าสู่ระบบ…">
          เข้าสู่ระบบ
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button', { name: 'เข้าสู่ระบบ' })
    const { width } = button.getBoundingClientRect()
    await userEvent.click(button)
    expect(send).toHaveBeenCalledTimes(1)
    rerender(form(true))
    expect(screen.getByRole('button', { name: 'กำลังเข้าสู่ระบบ…' })).toBe(button)
    expect(document.activeElement).toBe(button)
    expect(button.getBoundingClientRect().width).toBe(width)
    button.click()
    await userEvent.type(screen.getByRole('textbox'), '{Enter}')
    expect(send).toHaveBeenCalledTimes(1)
  })
})

describe('fields', () => {
  test('an error marks and describes the input', () => {
    render(<Field label="เบอร์โทรศัพท์" error="เบอร์โทรศัพท์ต้องมี 10 หลัก" />)
    const input = screen.getByRole('textbox', { name: 'เบอร์โทรศัพท์', description: 'เบอร์โทรศัพท์ต้องมี 10 หลัก' })
    expect(input).toHaveAttribute('aria-invalid', 'true')
  })

  test('R33 a field that another one’s error is about is marked, and says nothing itself', () => {
    const { rerender } = render(<Field label="เบอร์โทรศัพท์" aria-invalid />)
    const input = screen.getByRole('textbox', { name: 'เบอร์โทรศัพท์' })
    expect(input).toHaveAttribute('aria-invalid', 'true')
    expect(input).not.toHaveAttribute('aria-describedby')
    expect(screen.queryByRole('alert')).toBeNull()
    rerender(<Field label="เบอร์โทรศัพท์" />)
    expect(input).not.toHaveAttribute('aria-invalid')
  })

  test('a password shows on demand', async () => {
    render(<PasswordField label="รหัสผ่าน" defaultValue="demo1234" />)
    const input = screen.getByLabelText('รหัสผ่าน')
    expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'แสดงรหัสผ่าน' }))
    expect(input).toHaveAttribute('type', 'text')
    screen.getByRole('button', { name: 'ซ่อนรหัสผ่าน' })
  })
})

test('R303 R522 the loading overlay shows and takes taps only after LOADER_DELAY', () => {
  const { container } = render(<LoadingOverlay shown />)
  const overlay = screen.getByRole('status').firstElementChild as HTMLElement
  const [show] = overlay.getAnimations()
  show?.pause()
  const visibleAt = (ms: number) => {
    if (show) show.currentTime = ms
    return getComputedStyle(overlay).visibility === 'visible'
  }
  expect(visibleAt(LOADER_DELAY - 1)).toBe(false)
  expect(visibleAt(LOADER_DELAY + 1)).toBe(true)
  expect(visibleAt(LOADER_DELAY * 100)).toBe(true)
  expect(container).toBeEmptyDOMElement()
})

test('R550 D-46 an amount has its sign, its groups and small decimals', () => {
  render(<Money satang={-150050} />)
  expect(document.querySelector('small')).toHaveTextContent('.50')
  expect(document.body).toHaveTextContent('฿−1,500.50')
})

test('R13 R15 R16 R72 the language changes without reloading and is kept', async () => {
  render(<LanguageSelect />)
  const select = screen.getByRole('combobox', { name: 'ภาษา' })
  expect(screen.getByRole('option', { name: 'ไทย' })).toBeDisabled()
  await userEvent.selectOptions(select, 'la')
  await waitFor(() => expect(document.documentElement.lang).toBe('lo'))
  screen.getByRole('combobox', { name: 'ພາສາ' })
  expect(localStorage.getItem('locale')).toBe('la')
  expect(document.cookie).toContain('lang=LA')
  expect(screen.getByRole('option', { name: 'ລາວ' })).toHaveAttribute('lang', 'lo')
  await switchLanguage('th')
})
