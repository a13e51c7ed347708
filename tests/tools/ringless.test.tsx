import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ringless } from '../looks/ringless.ts'

it('the focus check reports a control that looks the same with and without focus', async () => {
  render(
    <>
      <p>
        <button type="button" style={{ outline: 'none' }}>
          plain
        </button>
      </p>
      <p>
        <button type="button">with a ring</button>
      </p>
    </>,
  )
  // using the mouse before the check must not hide the focus rings
  await page.getByRole('button', { name: 'plain' }).click()
  expect(ringless()).toEqual(['no ring: plain'])
})
