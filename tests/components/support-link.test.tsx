import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import th from '#locales/th.json'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { startLanguage } from '#src/lib/i18n.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'

const text = th.errorMsg.NO_BANK

beforeAll(() => startLanguage('th'))

/** Shows a text on a page of the site and returns its link. */
function show(page: string, shown = text) {
  render(withLinks(<NoBreakText text={shown} />, page))
  return screen.queryByRole('link', { name: th.support.phrase })
}
const address = (path: string, about: string) => {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return { pathname, chat: searchParams.get('chat'), isAbout: searchParams.get('about') === about }
}

test('a member’s support link opens the chat in the same tab, with the surrounding text as its subject (R584)', () => {
  const link = show('/user/home')
  expect(address(link?.getAttribute('href') ?? '', text)).toEqual({
    pathname: '/user/contact',
    chat: 'open',
    isAbout: true,
  })
  expect(link).not.toHaveAttribute('target')
})

test('a visitor’s support link opens in a new tab, so that the form’s input is not lost (R584)', () => {
  const link = show('/register')
  expect(address(link?.getAttribute('href') ?? '', text)).toEqual({ pathname: '/contact', chat: 'open', isAbout: true })
  expect(link).toHaveAttribute('target', '_blank')
})

test('a support link is not added to texts that do not refer to support (R584)', () => {
  expect(show('/user/home', th.errorMsg.WRONG_PASSWORD)).toBeNull()
})

test('a support link is also added if the phrase “contact support” begins an English sentence (R584)', async () => {
  await startLanguage('en')
  show('/user/home', 'Bank account not found. Contact support.')
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeVisible()
  await startLanguage('th')
})
