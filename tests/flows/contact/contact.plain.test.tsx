import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachPlainPage, says } from '#tests/kit/plain-page.tsx'

const plain = eachPlainPage('visitor')

const picture = () => screen.findByRole('img', { name: th.contact.qr })

it('the contact page shows the contact text and link, and our own QR image if the backend provides none (R56, R58, R149)', async () => {
  await plain().open('/contact')
  await says('ติดต่อเราได้ตลอด 24 ชั่วโมง')
  expect(screen.getByRole('link', { name: '@operator' })).toHaveAttribute('href', 'https://line.me/ti/p/@operator')
  expect(await picture()).toHaveAttribute('src', '/contact-qr.svg')
})

it("the contact page shows the backend's QR image (R58, R149)", async () => {
  plain().site.contact.lineQR = '/icon.svg'
  await plain().open('/contact')
  expect(new URL((await picture()).getAttribute('src') ?? '', 'https://site.example').pathname).toBe('/icon.svg')
})
