import '#src/theme/fonts.css'
import '#src/theme/tokens.css'
import '#src/theme/base.css'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { leftovers, watchLeftovers } from './leftovers.ts'
import { paintLess } from './paint-less.ts'
import './screen.ts' // timeouts
import { setUser } from './user.ts'

// a native dialog closes only on a real key press, not on a synthetic event
setUser({ key: (name) => userEvent.keyboard(`{${name}}`) })

watchLeftovers()
paintLess()

beforeEach(() => {
  vi.spyOn(console, 'error')
})
afterEach(() => {
  cleanup()
  expect(leftovers(), 'left behind').toEqual([])
  expect(console.error).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
