import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import th from '#locales/th.json'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { startLanguage } from '#src/lib/i18n.ts'

const text = th.errorMsg.NO_BANK

beforeAll(() => startLanguage('th'))

/** Shows a text on a page of the site. */
async function show(page: string, shown = text) {
  const root = createRootRoute()
  const any = createRoute({ getParentRoute: () => root, path: '$' })
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [page] }),
  })
  render(
    <RouterContextProvider router={router as never}>
      <NoBreakText text={shown} />
    </RouterContextProvider>,
  )
  return screen.queryByRole('link', { name: th.support.phrase })
}
const address = (path: string, about: string) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return { pathname, chat: searchParams.get('chat'), isAbout: searchParams.get('about') === about }
}

test('a member gets the chat about the text, on the same page (R584)', async () => {
  const link = await show('/user/home')
  expect(address(link?.getAttribute('href') ?? '', text)).toEqual({
    pathname: '/user/contact',
    chat: 'open',
    isAbout: true,
  })
  expect(link).not.toHaveAttribute('target')
})

test('a visitor gets it in a new tab: a form keeps what is typed (R584)', async () => {
  const link = await show('/register')
  expect(address(link?.getAttribute('href') ?? '', text)).toEqual({ pathname: '/contact', chat: 'open', isAbout: true })
  expect(link).toHaveAttribute('target', '_blank')
})

test('another text has no link (R584)', async () => {
  expect(await show('/user/home', th.errorMsg.WRONG_PASSWORD)).toBeNull()
})

test('the English words are found at the beginning of a sentence, too (R584)', async () => {
  await startLanguage('en')
  await show('/user/home', 'Bank account not found. Contact support.')
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeVisible()
  await startLanguage('th')
})
