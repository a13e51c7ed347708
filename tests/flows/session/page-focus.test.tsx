import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePageFocus } from '#src/features/session/use-page-focus.ts'
import { until } from '#tests/kit/until.ts'

function Page({ isForm }: { isForm: boolean }) {
  return (
    <main ref={usePageFocus()} tabIndex={-1}>
      {isForm ? <button type="button">save</button> : <p>saved</p>}
    </main>
  )
}

test('the page is focused when a form that had the focus is replaced', async () => {
  const { rerender } = render(<Page isForm />)
  screen.getByRole('button').focus()
  rerender(<Page isForm={false} />)
  await until(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('the page is not focused when a form without the focus is replaced', async () => {
  const { rerender } = render(<Page isForm />)
  rerender(<Page isForm={false} />)
  await until(() => expect(screen.getByText('saved')).toBeVisible())
  await new Promise(requestAnimationFrame)
  expect(screen.getByRole('main')).not.toHaveFocus()
})
