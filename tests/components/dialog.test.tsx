import { act, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, Suspense, use, useState } from 'react'
import { beforeAll, beforeEach, expect, it, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Alert } from '#src/components/alert.tsx'
import { Button } from '#src/components/button.tsx'
import { Dialog } from '#src/components/dialog.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Toasts } from '#src/components/toasts.tsx'
import { startLanguage } from '#src/lib/i18n.ts'
import { user } from '#tests/kit/user.ts'

beforeAll(() => startLanguage('th'))

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

test('a dialog is modal, closes with its button, and returns the focus to the button that opened it', async () => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'ฝากเงิน' })
  await userEvent.click(opener)
  expect(screen.getByRole('dialog', { name: 'ฝาก' })).toBeInstanceOf(HTMLDialogElement)
  expect(document.querySelector('dialog:modal')).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'ปิด' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('a dialog calls onClose on each press of Escape, and stays open until its owner closes it', async () => {
  render(<Dialog title="ฝาก" onClose={() => onClose()} children={null} />)
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(3)
  expect(document.querySelector('dialog:modal')).not.toBeNull()
})

test('a dialog reopens and calls onClose if the browser closes it', async () => {
  render(<Dialog title="ฝาก" onClose={() => onClose()} children={null} />)
  screen.getByRole<HTMLDialogElement>('dialog').close()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(document.querySelector('dialog:modal')).not.toBeNull()
})

test('a dialog does not call onClose when React hides it while another dialog loads', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const Next = () => <Dialog title={use(promise)} onClose={() => onClose()} children={null} />
  const page = (isNext: boolean) => (
    <Suspense fallback={null}>
      {isNext ? <Next /> : <Dialog title="ฝาก" onClose={() => onClose()} children={null} />}
    </Suspense>
  )
  const { rerender } = render(page(false))
  await act(async () => rerender(page(true)))
  await act(async () => resolve('โยก'))
  await screen.findByRole('dialog', { name: 'โยก' })
  expect(onClose).not.toHaveBeenCalled()
  expect(document.querySelectorAll('dialog:modal')).toHaveLength(1)
})

function Steps() {
  const [isSent, setSent] = useState(false)
  return isSent ? null : <Button onClick={() => setSent(true)}>ยืนยัน</Button>
}

test('a dialog takes the focus when the focused button is removed', async () => {
  render(
    <Dialog title="ฝาก" onClose={onClose}>
      <Steps />
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'ยืนยัน' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

test('a dialog takes the focus when the focused button is disabled', async () => {
  const { rerender } = render(<Dialog title="ฝาก" onClose={onClose} children={<Button>ยืนยัน</Button>} />)
  screen.getByRole('button', { name: 'ยืนยัน' }).focus()
  rerender(<Dialog title="ฝาก" onClose={onClose} children={<Button disabled>ยืนยัน</Button>} />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

test('an alert that opens with its dialog takes the focus, and pressing its button does not close the dialog', async () => {
  const onAnswer = vi.fn()
  render(
    <Dialog title="ฝาก" onClose={onClose}>
      <Alert icon="info" title="ยังไม่ทราบผล" actions={<Button onClick={onAnswer}>รับทราบ</Button>} onClose={onAnswer} />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('alertdialog'))
  await userEvent.click(screen.getByRole('button', { name: 'รับทราบ' }))
  await userEvent.keyboard('{Escape}')
  expect([onAnswer, onClose].map(({ mock }) => mock.calls.length)).toEqual([2, 0])
})

test('when a dialog opens, the focus moves to the dialog itself, not to its first button', async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'ฝากเงิน' }))
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
})

test('a press outside a dialog closes it only if the press began outside and the dialog has been open for 300 ms', () => {
  const before = performance.now()
  render(<Dialog title="ฝาก" onClose={() => onClose()} children={<p>เนื้อหา</p>} />)
  const after = performance.now()
  const dialog = screen.getByRole('dialog')
  const press = (down: Element, at: number) => {
    const event = new PointerEvent('pointerdown', { bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: at })
    down.dispatchEvent(event)
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  press(screen.getByText('เนื้อหา'), after + 301)
  press(dialog, before + 300)
  expect(onClose).not.toHaveBeenCalled()
  press(dialog, after + 301)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a dialog stays open after the second tap of the double tap that opened it', async () => {
  render(<Page />)
  await userEvent.dblClick(screen.getByRole('button', { name: 'ฝากเงิน' }))
  screen.getByRole('dialog', { name: 'ฝาก' })
  expect(onClose).not.toHaveBeenCalled()
})

test('a toast appears inside the topmost dialog and can be closed there', async () => {
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

it('a toast appears above the fixed bars of the page and the chat, and can be closed', async () => {
  const closeToast = vi.fn()
  render(
    <>
      <Toasts toasts={[{ id: 7, tone: 'good', text: 'คัดลอกแล้ว' }]} onClose={closeToast} />
      <div style={{ position: 'fixed', inset: 0, zIndex: 8 }} />
    </>,
  )
  const close = within(screen.getByRole('status')).getByRole('button', { name: 'ปิด' })
  user.reach(close)
  await userEvent.click(close)
  expect(closeToast).toHaveBeenCalledWith(7)
})

it('the loading overlay covers the page’s bars, so that nothing below it can be tapped', async () => {
  render(
    <>
      <LoadingOverlay shown />
      <button type="button" style={{ position: 'fixed', inset: 0, zIndex: 5 }}>
        {'ฝากเงิน'}
      </button>
    </>,
  )
  const top = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  await waitFor(() => expect(top()?.closest('[role=status]')).not.toBeNull())
})
