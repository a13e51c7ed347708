import { render, screen, waitFor, within } from '@testing-library/react'
import { type FormEvent, useState } from 'react'
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor, createEmptyActor, fromPromise, type InputFrom } from 'xstate'
import { LOADER_DELAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { type Attempt, attemptMachine } from '#machines/lib/attempt.ts'
import { ButtonOut } from '#src/components/anchor.tsx'
import { AttemptButton } from '#src/components/attempt.tsx'
import { Button } from '#src/components/button.tsx'
import { FactList } from '#src/components/fact-list.tsx'
import { IconButton } from '#src/components/icon-button.tsx'
import { LanguageSelect } from '#src/components/language-select.tsx'
import { LoadingOverlay } from '#src/components/loading-overlay.tsx'
import { Money } from '#src/components/money.tsx'
import { Tabs } from '#src/components/tabs.tsx'
import { startLanguage, switchLanguage } from '#src/lib/i18n.ts'
import { animationOf } from '#tests/kit/animation-of.ts'
import { KEYED } from '#tests/kit/samples/attempt.ts'

beforeAll(() => startLanguage('th'))

describe('a tab list', () => {
  test('has a single Tab stop, and moves the focus with the arrow keys without selecting a tab until Enter is pressed', async () => {
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

  test('includes a tab’s visible note in its accessible name', () => {
    const tabs = [{ id: 'ww', label: 'WW', note: 'ขั้นต่ำ 100' }] as const
    render(<Tabs label="ช่องทาง" look="tiles" tabs={tabs} current="ww" onChange={vi.fn()} children={null} />)
    expect(screen.getByRole('tab')).toHaveAccessibleName('WW ขั้นต่ำ 100')
  })
})

describe('a button', () => {
  test('keeps its focus and width while busy, announces that it is busy, and does not submit the form again', async () => {
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

  test('stays the same element and keeps the focus while an attempt starts, waits and offers another check', async () => {
    const reply = Promise.withResolvers<unknown>()
    const call = fromPromise<unknown, Attempt<unknown>>(() => reply.promise)
    const owner = createEmptyActor() as InputFrom<ReturnType<typeof attemptMachine>>['owner']
    const attempt = createActor(attemptMachine().provide({ actors: { call, ...KEYED } }), {
      input: { key: 'key', input: null, owner },
    })
    const footer = (actor?: typeof attempt) => (
      <AttemptButton actor={actor} busyText="กำลังถอน…" onClick={() => attempt.start()}>
        ถอน
      </AttemptButton>
    )
    const { rerender } = render(footer())
    const button = screen.getByRole('button', { name: 'ถอน' })
    await userEvent.click(button)
    rerender(footer(attempt))
    expect(screen.getByRole('button', { name: 'กำลังถอน…' })).toBe(button)
    reply.reject(new Error('no answer'))
    expect(await screen.findByRole('button', { name: 'ตรวจสอบอีกครั้ง' })).toBe(button)
    expect(document.activeElement).toBe(button)
  })

  it('does not submit the form if the press itself turns it into the submit button (R385)', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
    function Doubt() {
      const [isOpen, setOpen] = useState(true)
      return (
        <form onSubmit={onSubmit}>
          <Button {...(isOpen ? { onClick: () => setOpen(false) } : { type: 'submit' })}>
            {isOpen ? 'seen' : 'send'}
          </Button>
        </form>
      )
    }
    render(<Doubt />)
    await userEvent.click(screen.getByRole('button', { name: 'seen' }))
    await screen.findByRole('button', { name: 'send' })
    await new Promise((settled) => setTimeout(settled, 50))
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'send' }))
    expect(onSubmit).toHaveBeenCalledTimes(1)
  })

  test.each([{ busy: true }, { 'aria-disabled': true }])(
    'with only an icon ignores presses and is marked as disabled if it has the props %o',
    (props) => {
      const press = vi.fn()
      const { rerender } = render(<IconButton icon="chevron-left" label="ย้อนกลับ" onClick={press} {...props} />)
      const button = screen.getByRole('button', { name: 'ย้อนกลับ' })
      button.click()
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(press).not.toHaveBeenCalled()
      rerender(<IconButton icon="chevron-left" label="ย้อนกลับ" onClick={press} />)
      button.click()
      expect(button).not.toHaveAttribute('aria-disabled')
      expect(press).toHaveBeenCalledTimes(1)
    },
  )

  test('for an external link opens a new tab without opener or referrer', () => {
    render(<ButtonOut href="https://line.example/krapao">@krapao</ButtonOut>)
    const link = screen.getByRole('link', { name: '@krapao' })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
  })
})

test('a fact list shows names and values under its title, and an empty placeholder while a value loads', () => {
  const facts = [
    { name: 'ธนาคาร', value: 'กสิกรไทย', lang: 'th' },
    { name: 'เลขบัญชี', value: '123-456-7890', isNumber: true },
    { name: 'ชื่อบัญชี', value: undefined },
    { name: 'หมายเหตุ', value: '' },
  ]
  render(<FactList title="บัญชีธนาคาร" facts={facts} />)
  const list = within(screen.getByRole('region', { name: 'บัญชีธนาคาร' }))
  expect(list.getAllByRole('term').map((term) => term.textContent)).toEqual(facts.map(({ name }) => name))
  const [bank, no, name, note] = list.getAllByRole('definition')
  expect([bank?.lang, no?.lang, bank?.className, no?.className]).toEqual(['th', '', '', 'number'])
  expect([bank, no, name, note].map((value) => value?.textContent)).toEqual(['กสิกรไทย', '123-456-7890', '', '–'])
  expect([name, note].map((value) => value?.childElementCount)).toEqual([1, 0])
})

test('the loading overlay becomes visible only after LOADER_DELAY (R303, R522)', () => {
  const { container } = render(<LoadingOverlay shown />)
  const overlay = screen.getByRole('status').firstElementChild as HTMLElement
  const show = animationOf(overlay)
  const visibleAt = (ms: number) => {
    show.currentTime = ms
    return getComputedStyle(overlay).visibility === 'visible'
  }
  expect(visibleAt(LOADER_DELAY - 1)).toBe(false)
  expect(visibleAt(LOADER_DELAY + 1)).toBe(true)
  expect(visibleAt(LOADER_DELAY * 100)).toBe(true)
  expect(container).toBeEmptyDOMElement()
})

test('an amount is shown with its sign, thousands separators and smaller decimals (R550, D-46)', () => {
  render(<Money satang={satang(-150050)} />)
  expect(document.querySelector('small')).toHaveTextContent('.50')
  expect(document.body).toHaveTextContent('฿−1,500.50')
})

test('choosing a language applies it without a reload and remembers it (R13, R15, R16, R72)', async () => {
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
