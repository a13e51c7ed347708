import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Table } from '#src/components/table.tsx'

test('a table has a name, and a header for every column except the column of buttons', () => {
  const cells = [
    'รางวัล',
    1,
    <button key="b" type="button">
      แลก
    </button>,
  ]
  render(<Table caption="คูปอง" heads={['รางวัล', 'จำนวน', '']} rows={[{ key: 'a', cells }]} />)
  const table = screen.getByRole('table', { name: 'คูปอง' })
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['รางวัล', 'จำนวน'])
  const [head, row] = [...table.querySelectorAll('tr')]
  expect([head?.cells.length, row?.cells.length]).toEqual([3, 3])
  expect(getComputedStyle(head?.cells[2] as Element).borderTopWidth).toBe('0px')
})
