import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHAT_TEXT_MOST, type ChatAnswer } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'
import th from '#locales/th.json'
import { ChatContentView } from '#src/features/chat/chat-content.tsx'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

/** Renders a received message inside a router, and records the player's answers. */
async function show(message_type: string, payload?: unknown, payloads?: unknown) {
  const answers: ChatAnswer[] = []
  const content = contentOf({ message_type, payload, payloads })
  const { container } = render(
    <MemoryRouter>
      <ChatContentView content={content} onAnswer={(answer) => answers.push(answer)} />
    </MemoryRouter>,
  )
  await waitFor(() => expect(container).not.toBeEmptyDOMElement())
  return { answers, container }
}
const hostile = [
  'javascript:ran()',
  'JaVa\tScript:ran()',
  'data:text/html,<script>ran()</script>',
  '//evil.example/x',
  '',
]
const button = (type: string | undefined, payload: string, title = 'ปุ่ม') => ({ title, payload, ...(type && { type }) })
const linkOf = (name: string) => screen.queryByRole('link', { name })

test('a text message is shown as plain text, even if it contains markup or a link (R187)', async () => {
  const { container } = await show('text', { message: '<img src=x onerror=ran()> https://evil.example\nสอง' })
  expect(container.querySelectorAll('img, a')).toHaveLength(0)
  expect(container.textContent).toBe('<img src=x onerror=ran()> https://evil.example\nสอง')
})

describe('a button', () => {
  test('of type web opens a page on another site in a new tab (R188, R195)', async () => {
    await show('buttons', { message: 'เลือก' }, [button('web', 'https://krapao.example/a')])
    const link = linkOf('ปุ่ม')
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      'https://krapao.example/a',
      '_blank',
      'noopener noreferrer',
    ])
  })

  test('of type web opens a page on this site in the same tab, without a page load (R195)', async () => {
    await show('buttons', { message: 'เลือก' }, [button('web', '/user/statement?page=2#top')])
    const link = linkOf('ปุ่ม')
    expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['/user/statement?page=2#top', null])
    const { pathname } = location
    await userEvent.click(link as HTMLElement)
    await waitFor(() => expect(link).toHaveAttribute('aria-current', 'page'))
    expect(location.pathname).toBe(pathname)
  })

  test.each(hostile)('of type web is not a link if its address is %j (R195)', async (payload) => {
    await show('buttons', { message: 'เลือก' }, [button('web', payload)])
    expect([linkOf('ปุ่ม'), screen.getByText('ปุ่ม').tagName]).toEqual([null, 'SPAN'])
  })

  test.each([
    ['02-123 4567', 'tel:021234567'],
    ['+66 2 123 4567', 'tel:+6621234567'],
  ])('of type call dials %s (R195)', async (payload, href) => {
    await show('buttons', { message: 'เลือก' }, [button('call', payload)])
    expect(linkOf('ปุ่ม')).toHaveAttribute('href', href)
  })

  test('of type call is not a link if its number is invalid (R195)', async () => {
    await show('buttons', { message: 'เลือก' }, [button('call', 'javascript:ran()')])
    expect(linkOf('ปุ่ม')).toBeNull()
  })

  test.each([
    ['postback', { type: 'postback', message: 'ปุ่ม', payload: 'P1' }],
    ['text', { type: 'text', message: 'P1' }],
    [undefined, { type: 'text', message: 'P1' }],
  ])('of type %s sends its reply when the player presses it (R195)', async (type, item) => {
    const { answers } = await show('quick_replies', { message: 'เลือก' }, [button(type, 'P1')])
    await userEvent.click(screen.getByRole('button', { name: 'ปุ่ม' }))
    expect(answers).toEqual([item])
  })
})

test.each([
  button('text', ' ', '  '),
  button('text', 'x'.repeat(CHAT_TEXT_MOST + 1)),
  button('postback', 'P1', ' '),
  button('postback', 'x'.repeat(CHAT_TEXT_MOST + 1)),
])('a button is disabled if its text cannot be sent (R195, R285, R286)', async (off) => {
  const { container } = await show('quick_replies', { message: 'เลือก' }, [off])
  expect(container.querySelectorAll('button, a')).toHaveLength(0)
})

describe('a message with media', () => {
  const media = async (fileType: string, url: string) => (await show('media', { fileType, url, name: 'ชื่อ' })).container

  test('opens a picture in full size, plays a video, and opens a file (R189, R194)', async () => {
    expect((await media('image', '/contact-qr.svg')).querySelector('a > img')).toHaveAttribute('src', '/contact-qr.svg')
    expect((await media('video', '/help/wallet.mp4')).querySelector('video')).toHaveAttribute('controls')
    expect((await media('file', 'https://krapao.example/a.pdf')).querySelector('a')).toHaveTextContent(
      `ชื่อ${th.chat.openFile}`,
    )
  })

  test.each(hostile)('is shown as a neutral placeholder if the image address is %j (R194)', async (url) => {
    const container = await media('image', url)
    expect([container.querySelector('img, a'), container.textContent]).toEqual([null, th.chat.unknown])
  })
})

describe('a picture (R189)', () => {
  const tall = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="900"/>'
  const shown = async () => (await show('media', { fileType: 'image', url: '/nowhere.png', name: 'สลิป.png' })).container

  test('is shown uncropped, in a box whose size is reserved before it loads', async () => {
    const image = (await shown()).querySelector('img') as HTMLImageElement
    const size = () => image.getBoundingClientRect().toJSON()
    const before = size()
    image.src = tall
    await image.decode()
    expect(size()).toEqual(before)
    expect([before.height > before.width, getComputedStyle(image).objectFit]).toEqual([true, 'contain'])
  })

  test('shows its name in a box of the same size if it cannot be loaded', async () => {
    const container = await shown()
    const box = container.querySelector('a') as HTMLElement
    const { height } = box.getBoundingClientRect()
    await waitFor(() => expect(container.querySelector('img')).toBeNull())
    expect([box.textContent, box.getBoundingClientRect().height]).toEqual(['สลิป.png', height])
  })

  test('on a card disappears if it cannot be loaded, but its space remains (R191)', async () => {
    const { container } = await show('generic', undefined, [{ title: 'โบนัส', image_url: '/nowhere.png' }])
    const place = () => container.querySelector('h3')?.parentElement?.previousElementSibling
    const { height } = (place() as HTMLElement).getBoundingClientRect()
    await waitFor(() => expect(container.querySelector('img')).toBeNull())
    expect([height > 0, place()?.getBoundingClientRect().height]).toEqual([true, height])
  })
})

test('a card shows its picture, texts and buttons (R191, R196)', async () => {
  const card = {
    image_url: '/contact-qr.svg',
    title: 'โบนัส',
    subtitle: 'ทุกวัน',
    buttons: [button('web', '/user/bonus')],
  }
  const { container } = await show('generic', undefined, [card, { title: 'อีกใบ' }])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['โบนัส', 'อีกใบ'])
  expect([container.querySelectorAll('img').length, linkOf('ปุ่ม')?.getAttribute('href')]).toEqual([1, '/user/bonus'])
})

test.each([
  ['hologram', { message: 'x' }, undefined],
  ['text', { words: 'x' }, undefined],
  ['text', null, undefined],
  ['buttons', { message: 'x' }, []],
  ['media', { fileType: 'smell' }, undefined],
  ['generic', undefined, 'x'],
])(
  'a message of unknown type or content is shown as a neutral placeholder: %s, %j, %j (R193)',
  async (type, payload, payloads) => {
    expect((await show(type, payload, payloads)).container.textContent).toBe(th.chat.unknown)
  },
)
