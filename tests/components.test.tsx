import { render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LOADER_DELAY } from '#contract/limits.ts'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { Field } from '#src/components/field.tsx'
import { LanguageSelect } from '#src/components/language-select.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Money } from '#src/components/money.tsx'
import { PasswordField } from '#src/components/password-field.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { Toasts } from '#src/components/toasts.tsx'
import { startLanguage, switchLanguage } from '#src/lib/i18n.ts'

beforeAll(() => startLanguage('th'))

describe('dialog', () => {
  const onClose = vi.fn()
  beforeEach(() => onClose.mockReset())

  function Page({ children }: { children?: ReactNode }) {
    const [open, setOpen] = useState(false)
    onClose.mockImplementation(() => setOpen(false))
    return (
      <>
        <Button onClick={() => setOpen(true)}>ฝากเงิน</Button>
        {open && (
          <Dialog title="ฝาก" onClose={onClose}>
            {children}
          </Dialog>
        )}
      </>
    )
  }

  test('makes the page inert, closes by its button and gives the focus back', async () => {
    render(<Page />)
    const opener = screen.getByRole('button', { name: 'ฝากเงิน' })
    await userEvent.click(opener)
    expect(screen.getByRole('dialog', { name: 'ฝาก' })).toBeInstanceOf(HTMLDialogElement)
    expect(document.querySelector('dialog:modal')).not.toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'ปิด' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })

  test('Escape only reports, however often', async () => {
    render(<Dialog title="ฝาก" onClose={() => onClose()} children={null} />)
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(3)
    expect(document.querySelector('dialog:modal')).not.toBeNull()
  })

  test('is open again when the browser closed it by itself', async () => {
    render(<Dialog title="ฝาก" onClose={() => onClose()} children={null} />)
    screen.getByRole<HTMLDialogElement>('dialog').close()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(document.querySelector('dialog:modal')).not.toBeNull()
  })

  test('a press beside it reports, a press that began inside does not', () => {
    render(<Dialog title="ฝาก" onClose={() => onClose()} children={<p>เนื้อหา</p>} />)
    const dialog = screen.getByRole('dialog')
    const press = (down: Element) => {
      down.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }
    press(screen.getByText('เนื้อหา'))
    expect(onClose).not.toHaveBeenCalled()
    press(dialog)
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('a toast is inside the topmost dialog and can be closed there', async () => {
    const closeToast = vi.fn()
    const toasts = [{ id: 7, tone: 'good', text: 'คัดลอกแล้ว' }] as const
    const alert = <Alert icon="qr" title="ยกเลิก QR นี้?" onClose={onClose} actions={<Button>ยกเลิก QR</Button>} />
    const page = (over: ReactNode) => (
      <>
        <Dialog title="ฝาก" onClose={onClose} children={null} />
        {over}
        <Toasts toasts={toasts} onClose={closeToast} />
      </>
    )
    const { rerender } = render(page(alert))
    expect(within(screen.getByRole('alertdialog')).getByRole('status')).toHaveTextContent('คัดลอกแล้ว')
    rerender(page(null))
    const status = within(screen.getByRole('dialog', { name: 'ฝาก' })).getByRole('status')
    await userEvent.click(within(status).getByRole('button', { name: 'ปิด' }))
    expect(closeToast).toHaveBeenCalledWith(7)
    expect(onClose).not.toHaveBeenCalled()
  })
})

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

  test('a password shows on demand', async () => {
    render(<PasswordField label="รหัสผ่าน" defaultValue="demo1234" />)
    const input = screen.getByLabelText('รหัสผ่าน')
    expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'แสดงรหัสผ่าน' }))
    expect(input).toHaveAttribute('type', 'text')
    screen.getByRole('button', { name: 'ซ่อนรหัสผ่าน' })
  })
})

test('the loading overlay shows and takes taps only after LOADER_DELAY', () => {
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

test('an amount has its sign, its groups and small decimals', () => {
  render(<Money satang={-150050} />)
  expect(document.querySelector('small')).toHaveTextContent('.50')
  expect(document.body).toHaveTextContent('฿−1,500.50')
})

test('the language changes without reloading and is kept', async () => {
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
