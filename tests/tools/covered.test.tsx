import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { covered } from '../looks/covered.ts'

const at = (top: number) => ({ position: 'absolute', top, left: 0, width: 100, height: 50 }) as const
const button = (name: string, top: number) => (
  <button type="button" style={at(top)}>
    {name}
  </button>
)
const show = (content: ReactNode) => render(<div style={{ position: 'relative', height: 400 }}>{content}</div>)
const names = () => covered().map((found) => found.split(' at ')[0])

it('the cover check reports only the control that another element covers', () => {
  show(
    <>
      {button('free', 0)}
      {button('under a bar', 100)}
      <div style={{ ...at(90), height: 80, background: 'black' }} />
    </>,
  )
  expect(names()).toEqual(['under a bar'])
})

it('the cover check reports a control whose middle is cut off', () => {
  show(
    <div style={{ ...at(0), height: 20, overflow: 'clip' }}>
      {button('cut off', 0)}
      <a href="/in">in sight</a>
    </div>,
  )
  expect(names()).toContain('cut off')
})

it('the cover check scrolls to each control first, and accepts a control that can be clicked through its label', () => {
  show(
    <div style={{ ...at(0), overflow: 'auto' }}>
      <div style={{ height: 300 }} />
      <label>
        <input type="checkbox" style={{ pointerEvents: 'auto' }} /> far below
      </label>
    </div>,
  )
  expect(names()).toEqual([])
})

/** A link that wraps onto two lines, so that other text is at the middle of its bounding box. */
const wrapped = (more?: ReactNode) => (
  <p style={{ position: 'absolute', top: 0, left: 0, margin: 0, lineHeight: '30px', whiteSpace: 'nowrap' }}>
    a long text before it{' '}
    <a href="/in">
      first
      <br />
      second
    </a>{' '}
    and a long text after it
    {more}
  </p>
)

it('the cover check accepts a wrapped link that can be clicked on its first line', () => {
  show(wrapped())
  const link = document.querySelector('a')
  expect(link?.getClientRects().length).toBeGreaterThan(1)
  expect(names()).toEqual([])
})

it('the cover check reports a wrapped link whose first line is covered', () => {
  show(wrapped(<span style={{ position: 'absolute', top: 0, left: 0, width: 400, height: 28, background: 'black' }} />))
  expect(names()).toEqual(['firstsecond'])
})
