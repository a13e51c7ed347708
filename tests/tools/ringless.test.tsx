import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ringless } from '../looks/ringless.ts'

it('the focus check reports a control that looks the same with and without the focus', () => {
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
  expect(ringless()).toEqual(['no ring: plain'])
})
