import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { formatDate } from '#src/lib/format.ts'
import { eachPlainPage } from '#tests/kit/plain-page.tsx'
import { facts } from '#tests/kit/screen.ts'

const { data, devices, events, passkey, profile } = th
const plain = eachPlainPage()

it('the profile shows the member and the bank account, both read-only (R128, R129, R157)', async () => {
  const { id, createdAt } = plain().site.named('0812345678')
  await plain().open('/user/profile')
  await waitFor(() =>
    expect(facts()).toEqual(
      expect.arrayContaining([
        [profile.name, 'Demo Player'],
        [profile.username, '081-234-5678'],
        [profile.id, id],
        [profile.since, formatDate(createdAt)],
        [profile.accountName, 'Demo Player'],
        [profile.bank, 'ธนาคารกสิกรไทย'],
        [profile.accountNo, '123-456-7890'],
      ]),
    ),
  )
  expect(document.querySelector('main input')).toBeNull()
})

it.each(['/user/profile', '/user/profile?dialog=devices'])(
  'with a plain backend, the page %s does not offer the device list (R566)',
  async (address) => {
    await plain().open(address)
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[profile.name, 'Demo Player']])))
    expect(screen.queryByText(devices.title)).toBeNull()
  },
)

it.each(['/user/profile', '/user/profile?dialog=data'])(
  'with a plain backend, the page %s does not offer a copy of the member’s data (R614)',
  async (address) => {
    await plain().open(address)
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[profile.name, 'Demo Player']])))
    expect(screen.queryByText(data.title)).toBeNull()
  },
)

it.each(['/user/profile', '/user/profile?dialog=events'])(
  'with a plain backend, the page %s does not offer the security events (R652)',
  async (address) => {
    await plain().open(address)
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[profile.name, 'Demo Player']])))
    expect(screen.queryByText(events.title)).toBeNull()
  },
)

it.each(['/user/profile', '/user/profile?dialog=passkeys'])(
  'with a plain backend, the page %s does not offer passkeys (R627)',
  async (address) => {
    await plain().open(address)
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[profile.name, 'Demo Player']])))
    expect(screen.queryByText(passkey.title)).toBeNull()
  },
)
