import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import type { Contact, Info } from '#contract/operator.ts'
import th from '#locales/th.json'
import { contactMachine } from '#machines/contact.machine.ts'
import { ContactPage } from '#src/features/contact/contact-page.tsx'
import { settle } from '#tests/kit/run.ts'
import { contact } from '#tests/kit/samples/operator.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)
afterEach(() => {
  document.body.style.removeProperty('--column')
  return page.viewport(414, 896)
})

/** Renders the page with sample data, overridden by `more`. */
async function show(more: Partial<Contact & Info> = {}) {
  const lookup = fromPromise<Contact & Info, undefined>(async () => ({ ...contact, ...more }))
  const actor = createActor(contactMachine.provide({ actors: { lookup } })).start()
  await act(async () => {
    render(<ContactPage actor={actor} />)
    await import('dompurify')
    await settle()
  })
}
const picture = () => screen.findByRole<HTMLImageElement>('img', { name: th.contact.qr })
const source = async () => new URL((await picture()).src).pathname
const linkNames = async () => (await screen.findAllByRole('link')).map((link) => link.textContent)
const hostile = ['javascript:ran()', 'JaVa\tScript:ran()', 'data:text/html,<script>ran()</script>', '//evil.example/x']

test('the contact page has a title, and shows the contact text with its markup and language (R56, D-53)', async () => {
  await show()
  const bold = await screen.findByText('ตลอด 24 ชั่วโมง')
  expect([bold.tagName, bold.closest('[lang]')?.getAttribute('lang')]).toEqual(['B', 'th'])
  screen.getByRole('heading', { level: 1, name: th.page.contact })
  expect(document.title).toBe(`${th.page.contact} · krapao`)
})

test('the contact page sanitises the text (R56)', async () => {
  const ran = vi.fn()
  Object.assign(window, { ran })
  const contactText = '<p>โทร<script>ran()</script><img src=x onerror="ran()"><a href="javascript:ran()">ที่นี่</a></p>'
  await show({ contactText })
  const text = (await screen.findByText('ที่นี่')).parentElement
  expect(text?.innerHTML).toBe('โทร<a>ที่นี่</a>')
  expect(ran).not.toHaveBeenCalled()
  Reflect.deleteProperty(window, 'ran')
})

describe('the QR code on the contact page', () => {
  test('is the image from the server (R58)', async () => {
    await show()
    expect(await source()).toBe('/line-qr.svg')
    await waitFor(async () => expect((await picture()).naturalWidth).toBeGreaterThan(0))
  })

  const loadable = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  test.each([undefined, '', ' ', loadable, ...hostile])(
    'is our own image if the server sends %j (R58)',
    async (lineQR) => {
      await show({ lineQR })
      expect(await source()).toBe('/contact-qr.svg')
      await waitFor(async () => expect((await picture()).naturalWidth).toBeGreaterThan(0))
    },
  )

  test('is our own image if the server’s image cannot be loaded, and is not replaced again after another error (R58)', async () => {
    await show({ lineQR: '/no-such-picture.svg' })
    await waitFor(async () => expect(await source()).toBe('/contact-qr.svg'))
    const image = await picture()
    await waitFor(() => expect(image.naturalWidth).toBeGreaterThan(0))
    const observer = new MutationObserver(() => {})
    observer.observe(image, { attributes: true })
    fireEvent.error(image)
    expect(observer.takeRecords()).toEqual([])
    observer.disconnect()
  })
})

describe('the contact link', () => {
  test('shows its name and opens in a new tab (R59)', async () => {
    await show()
    const link = await screen.findByRole('link', { name: contact.lineName })
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      contact.lineLink,
      '_blank',
      'noopener noreferrer',
    ])
  })

  test.each([undefined, ''])('shows its address if it has no name (%j) (R59)', async (lineName) => {
    await show({ lineName })
    expect(await screen.findByRole('link', { name: contact.lineLink })).toHaveAttribute('href', contact.lineLink)
  })

  test.each([undefined, '', ...hostile])('is not rendered as a link if its address is %j (R59)', async (lineLink) => {
    await show({ lineLink })
    expect(await linkNames()).toEqual(['krapao.example'])
  })

  test.each(hostile)('is the only link if the site’s address is unsafe: %j (R148)', async (website) => {
    await show({ website })
    expect(await linkNames()).toEqual([contact.lineName])
  })
})

describe('on a wide screen', () => {
  const cardOf = (element: HTMLElement) => element.closest('section') as HTMLElement
  const boxOf = (element: HTMLElement) => element.getBoundingClientRect()

  test('the QR code is beside the text (R58)', async () => {
    await page.viewport(1280, 800)
    document.body.style.setProperty('--column', '724px')
    await show()
    const text = await screen.findByText('ตลอด 24 ชั่วโมง')
    expect(boxOf(await picture()).right).toBeLessThan(boxOf(text).left)
  })

  test('the card makes room for the open chat (R61)', async () => {
    await page.viewport(1280, 800)
    await show()
    const card = cardOf(await picture())
    const before = boxOf(card).width
    const chat = document.createElement('dialog')
    card.parentElement?.after(chat)
    chat.show()
    expect(before - boxOf(card).width).toBe(388)
    chat.remove()
  })
})
