import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { controls, nameOf, sight } from '#tests/kit/screen.ts'

const hidden = {
  transparent: { opacity: 0 },
  invisible: { visibility: 'hidden' },
  absent: { display: 'none' },
} as const

it.each(Object.entries(hidden))(
  'a snapshot of the screen ignores the text of %s elements and their descendants',
  (_, style) => {
    render(
      <main>
        <p>You won</p>
        <p style={style}>
          500 <b>baht</b>
        </p>
      </main>,
    )
    expect(sight(['You won', '500', 'baht']).sees).toEqual(['You won'])
  },
)

it.each(Object.entries(hidden))('a snapshot of the screen ignores %s controls and alerts', (_, style) => {
  render(
    <main style={style}>
      <button type="button">Withdraw</button>
      <p role="alert">Too much</p>
    </main>,
  )
  expect(sight([])).toEqual({ controls: [], alerts: [], sees: [] })
})

it('a snapshot of the screen does not change the styles of transparent elements', () => {
  const { container } = render(
    <main style={{ opacity: 0, color: 'red' }}>
      <b>500</b>
    </main>,
  )
  const before = container.innerHTML
  expect(sight(['500']).sees).toEqual([])
  expect(container.innerHTML).toBe(before)
})

it('a transparent field counts as a control, because it covers the element drawn in its place', () => {
  render(
    <label>
      Picture
      <input type="file" style={{ opacity: 0 }} />
    </label>,
  )
  expect(controls().map(nameOf)).toEqual(['Picture'])
})
