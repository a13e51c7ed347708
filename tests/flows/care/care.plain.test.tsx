import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage } from '#tests/kit/plain-page.tsx'
import { facts } from '#tests/kit/screen.ts'

const plain = eachPlainPage()

it.each(['/user/profile', '/user/care'])(
  'the app on a plain backend shows the profile at %s, without a link to My play (R580)',
  async (address) => {
    await plain().open(address)
    await waitFor(() => expect(plain().place()).toBe('/user/profile'))
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[th.profile.name, 'Demo Player']])))
    expect(screen.queryByText(th.page.care)).toBeNull()
  },
)
