import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { Care } from '#contract/care.ts'
import { DepositLimits } from '#contract/deposit-limit.ts'
import { toWire } from '#contract/money.ts'
import type { Offer } from '#contract/offers.ts'
import th from '#locales/th.json'
import { wire } from '#src/api/request.ts'
import { eachPlainPage } from '#tests/kit/plain-page.tsx'
import { playing } from '#tests/kit/samples/care.ts'
import { limited } from '#tests/kit/samples/deposit-limit.ts'
import { facts } from '#tests/kit/screen.ts'

const plain = eachPlainPage()
const REPLIES: Record<string, unknown> = {
  '/api/care': toWire(Care, playing),
  '/api/limits': toWire(DepositLimits, limited),
}

/** Opens My play on a backend that has added these offers to the specification. */
async function openWith(...offers: Offer[]) {
  const { fetch, site } = wire
  onTestFinished(() => void Object.assign(wire, { fetch, site }))
  wire.site = async () => ({ ...(await site()), offers })
  wire.fetch = async (url, init, onProgress) => {
    const own = Object.keys(REPLIES).find((path) => url.endsWith(path))
    return own ? Response.json(REPLIES[own]) : fetch(url, init, onProgress)
  }
  await plain().open('/user/care')
  await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[th.care.deposited, expect.anything()]])))
}
const title = () => screen.queryByRole('heading', { name: th.care.limit.title })

it('shows limits of deposits if the backend has them (R585)', async () => {
  await openWith('care', 'limits')
  expect(title()).not.toBeNull()
})

it('shows none if the backend has My play without them (R589)', async () => {
  await openWith('care')
  expect(title()).toBeNull()
})
