import { act, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Banner } from '#contract/banner.ts'
import th from '#locales/th.json'
import { BannerDialog } from '#src/components/banner-dialog.tsx'
import { Banners } from '#src/components/banners.tsx'
import { settle } from '#tests/kit/run.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { plain } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

const { banner, action } = th
const LABEL = 'โปรโมชั่น'

beforeAll(async () => {
  await speakThai()
  await import('dompurify')
})
beforeEach(() => {
  const still = document.createElement('style')
  still.textContent = '* { scroll-behavior: auto !important }'
  document.head.append(still)
  return () => still.remove()
})

async function show(banners: Banner[]) {
  await act(async () => {
    render(<Banners banners={banners} label={LABEL} />)
    await settle()
  })
}
const region = () => screen.getByRole('region', { name: LABEL })
const row = () => within(region()).getByRole('list')
/** Returns the announced position, and the indexes of the reachable banner and the current dot. */
const seen = () => ({
  said: plain(within(region()).getByText(/^แบนเนอร์ \d/).textContent ?? ''),
  reached: [...row().children].map((item) => !item.hasAttribute('inert')).indexOf(true),
  dot: [...region().querySelectorAll('p[aria-live] > span:not(.visually-hidden)')].findIndex((dot) =>
    dot.hasAttribute('data-current'),
  ),
})
const at = (n: number, all = 3) => ({
  said: plain(banner.place.replace('{{n}}', String(n)).replace('{{all}}', String(all))),
  reached: n - 1,
  dot: n - 1,
})
const step = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled')

describe('a carousel of several banners', () => {
  beforeEach(() => show(bannersOf(3)))

  test('shows every picture with its caption, but only the current banner can be focused (R155)', () => {
    expect(row().children).toHaveLength(3)
    within(row()).getByText('ป้าย 1')
    expect(row().querySelector('img')).toHaveAttribute('src', '/games/moonreel.svg')
    expect(seen()).toEqual(at(1))
    for (const item of row().children) expect(item.getBoundingClientRect().width).toBe(row().clientWidth)
  })

  test('moves with its buttons, and disables the previous button on the first banner and the next button on the last (R103)', async () => {
    expect([isOff(banner.previous), isOff(banner.next)]).toEqual(['true', null])
    await step(banner.next)
    await waitFor(() => expect(seen()).toEqual(at(2)))
    await step(banner.next)
    await waitFor(() => expect(seen()).toEqual(at(3)))
    expect([isOff(banner.previous), isOff(banner.next)]).toEqual([null, 'true'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: banner.next }))
    await step(banner.previous)
    await waitFor(() => expect(seen()).toEqual(at(2)))
  })

  test('moves by one banner on each press of an arrow key, and stops at both ends (R103)', async () => {
    row().focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(seen()).toEqual(at(1))
    for (const n of [2, 3, 3]) {
      await userEvent.keyboard('{ArrowRight}')
      await waitFor(() => expect(seen()).toEqual(at(n)))
      expect(row().scrollLeft).toBe((n - 1) * row().clientWidth)
    }
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(() => expect(seen()).toEqual(at(2)))
  })

  test('snaps to a banner after a swipe (R103)', async () => {
    row().scrollBy({ left: row().clientWidth * 0.8 })
    await waitFor(() => expect(seen()).toEqual(at(2)))
    await waitFor(() => expect(row().scrollLeft).toBe(row().clientWidth))
  })

  test('does not scroll the page when an arrow key is pressed (R103)', async () => {
    const press = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })
    row().dispatchEvent(press)
    await waitFor(() => expect(seen()).toEqual(at(2)))
    expect(press.defaultPrevented).toBe(true)
  })
})

test('the carousel does not move by itself (WCAG 2.2.2)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show(bannersOf(3))
  vi.advanceTimersByTime(60_000)
  expect(row().scrollLeft).toBe(0)
  expect(seen()).toEqual(at(1))
})

test('a single banner has no buttons and cannot be focused with the keyboard (R103)', async () => {
  await show(bannersOf(1))
  expect([within(region()).queryByRole('button'), region().querySelector('[tabindex]')]).toEqual([null, null])
})

test('the carousel drops unsafe image URLs and sanitises captions (R155)', async () => {
  await show([{ image: 'javascript:x()', html: '<p>ป้าย<img src=x onerror="x()"><a href="//evil.example">ที่นี่</a></p>' }])
  expect(region().querySelector('[src], [href]')).toBeNull()
  within(row()).getByText('ที่นี่')
})

test.each([banner.close, action.close])('the button "%s" closes the banner dialog (R103)', async (name) => {
  const onClose = vi.fn()
  render(<BannerDialog title={LABEL} banners={bannersOf(2)} onClose={onClose} />)
  within(screen.getByRole('dialog', { name: LABEL })).getByRole('region', { name: LABEL })
  await step(name)
  expect(onClose).toHaveBeenCalledTimes(1)
})
