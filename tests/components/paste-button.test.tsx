import { render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import th from '#locales/th.json'
import { Field } from '#src/components/field.tsx'
import { PasteButton } from '#src/components/paste-button.tsx'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

function Page() {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  return (
    <Field
      ref={field}
      label="code"
      maxLength={6}
      value={text}
      onChange={() => {}}
      action={<PasteButton field={field} onPaste={setText} />}
    />
  )
}
const button = () => screen.queryByRole('button', { name: th.copy.paste })

it('the paste button inserts the clipboard’s text, trimmed and cut to the maximum length', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(' SONGKRAN50 \n')
  render(<Page />)
  await userEvent.click(button() ?? document.body)
  expect(screen.getByLabelText<HTMLInputElement>('code').value).toBe('SONGKR')
})

it('the paste button focuses the field if the browser refuses to read the clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  render(<Page />)
  await userEvent.click(button() ?? document.body)
  expect(document.activeElement).toBe(screen.getByLabelText('code'))
})

it('the paste button is not shown if the page has no access to a clipboard', () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  render(<Page />)
  expect(button()).toBeNull()
})
