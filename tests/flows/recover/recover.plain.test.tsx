import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'
import { click } from '#tests/kit/screen.ts'

const plain = eachPlainPage('visitor')

it('the forgotten-password page refers the player to support and links to the contact page (R573)', async () => {
  await plain().open('/login')
  await tap(th.login.forgot, 'link')
  await says(th.recover.support)
  // the navigation bar has a link with the same name
  await click(within(screen.getByRole('main')).getByRole('link', { name: th.page.contact }))
  await waitFor(() => expect(plain().place()).toBe('/contact'))
})
