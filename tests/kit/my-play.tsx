import { waitFor } from '@testing-library/react'
import { expect, onTestFinished } from 'vitest'
import { Care } from '#contract/care.ts'
import { toWire } from '#contract/money.ts'
import { TIME_CHECK_HEADER } from '#contract/notices.ts'
import type { Offer } from '#contract/offers.ts'
import { PlayLimits } from '#contract/play-limit.ts'
import th from '#locales/th.json'
import { wire } from '#src/api/request.ts'
import { eachPlainPage } from './plain-page.tsx'
import { playing } from './samples/care.ts'
import { limited } from './samples/play-limit.ts'
import { facts } from './screen.ts'

/**
 * Returns a function that opens the My play page. Its backend supports the given offers in addition to the
 * specification, and requests a reminder every 30 minutes. Call this once per file.
 */
export function eachMyPlay(care: Care = playing) {
  const replies: Record<string, unknown> = {
    '/api/care': toWire(Care, care),
    '/api/limits': toWire(PlayLimits, limited),
  }
  const plain = eachPlainPage()
  return async (...offers: Offer[]) => {
    const { fetch, site } = wire
    onTestFinished(() => void Object.assign(wire, { fetch, site }))
    wire.site = async () => ({ ...(await site()), offers })
    wire.fetch = async (url, init, onProgress) => {
      const own = Object.keys(replies).find((path) => url.endsWith(path))
      return own
        ? Response.json(replies[own], { headers: { [TIME_CHECK_HEADER]: '30' } })
        : fetch(url, init, onProgress)
    }
    await plain().open('/user/care')
    await waitFor(() => expect(facts()).toEqual(expect.arrayContaining([[th.care.deposited, expect.anything()]])))
  }
}
