import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import th from '#locales/th.json'
import { wire } from '#src/api/request.ts'
import { ChatPlace } from '#src/routes/-chat-place.tsx'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)
// a missing file, as after a new deployment
vi.mock('../../../src/routes/-chat.tsx', () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
)

test('the page keeps working and offers a reload if the script of the chat cannot be loaded (R60)', async () => {
  const own = { ...wire }
  Object.assign(wire, { fetch: async () => Response.json(true) })
  onTestFinished(() => void Object.assign(wire, own))
  const root = createRootRouteWithContext<object>()({
    component: () => (
      <>
        <h1>{th.page.contact}</h1>
        <ChatPlace />
      </>
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$' })
  const router = createRouter({ routeTree: root.addChildren([any]), history: createMemoryHistory(), context: {} })
  render(<RouterProvider router={router as never} />)
  await waitFor(() => expect(plain(screen.getByRole('status').textContent ?? '')).toContain(plain(th.chat.absent)))
  expect(screen.getByRole('button', { name: plain(th.crash.reload) })).toBeVisible()
  expect(screen.getByRole('heading', { name: plain(th.page.contact) })).toBeVisible()
  // React reports the caught error
  expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(0)
  vi.mocked(console.error).mockClear()
})
