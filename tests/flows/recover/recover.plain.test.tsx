import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says, tap } from '#tests/kit/plain-page.tsx'

const plain = eachPlainPage('visitor')

it('refers to support, which is one tap away (R573)', async () => {
  await plain().open('/login')
  await tap(th.login.forgot, 'link')
  await says(th.recover.support)
  await tap(th.page.contact, 'link')
  await waitFor(() => expect(plain().place()).toBe('/contact'))
})
