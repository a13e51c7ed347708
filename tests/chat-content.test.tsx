import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf } from '#contract/chat-content.ts'
import th from '#locales/th.json'
import type { ChatItem } from '#machines/chat-item.ts'
import { ChatContentView } from '#src/features/chat/chat-content.tsx'
import { speakThai } from './kit/thai.ts'

beforeAll(speakThai)

/** Shows a message as it came; what the player answers is noted. */
function show(message_type: string, payload?: unknown, payloads?: unknown) {
  const answers: ChatItem[] = []
  const content = contentOf({ message_type, payload, payloads })
  const { container } = render(<ChatContentView content={content} onAnswer={(item) => answers.push(item)} />)
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

test('R187 a text is text, whatever is in it', () => {
  const { container } = show('text', { message: '<img src=x onerror=ran()> https://evil.example\nสอง' })
  expect(container.querySelectorAll('img, a')).toHaveLength(0)
  expect(container.textContent).toBe('<img src=x onerror=ran()> https://evil.example\nสอง')
})

describe('a button', () => {
  test('R188 R195 web opens a page in a tab of its own', () => {
    show('buttons', { message: 'เลือก' }, [button('web', 'https://krapao.example/a')])
    const link = linkOf('ปุ่ม')
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      'https://krapao.example/a',
      '_blank',
      'noopener noreferrer',
    ])
  })

  test.each(hostile)('R195 web to %j is no link', (payload) => {
    show('buttons', { message: 'เลือก' }, [button('web', payload)])
    expect([linkOf('ปุ่ม'), screen.getByText('ปุ่ม').tagName]).toEqual([null, 'SPAN'])
  })

  test.each([
    ['02-123 4567', 'tel:021234567'],
    ['+66 2 123 4567', 'tel:+6621234567'],
  ])('R195 call dials %s', (payload, href) => {
    show('buttons', { message: 'เลือก' }, [button('call', payload)])
    expect(linkOf('ปุ่ม')).toHaveAttribute('href', href)
  })

  test('R195 call to what is no number is no link', () => {
    show('buttons', { message: 'เลือก' }, [button('call', 'javascript:ran()')])
    expect(linkOf('ปุ่ม')).toBeNull()
  })

  test.each([
    ['postback', { type: 'postback', message: 'ปุ่ม', payload: 'P1' }],
    ['text', { type: 'text', message: 'P1' }],
    [undefined, { type: 'text', message: 'P1' }],
  ])('R195 of type %s answers', async (type, item) => {
    const { answers } = show('quick_replies', { message: 'เลือก' }, [button(type, 'P1')])
    await userEvent.click(screen.getByRole('button', { name: 'ปุ่ม' }))
    expect(answers).toEqual([item])
  })
})

describe('what was sent', () => {
  const media = (fileType: string, url: string) => show('media', { fileType, url, name: 'ชื่อ' }).container

  test('R189 R194 a picture opens whole, a video plays, a file opens', () => {
    expect(media('image', '/contact-qr.svg').querySelector('a > img')).toHaveAttribute('src', '/contact-qr.svg')
    expect(media('video', '/help/wallet.mp4').querySelector('video')).toHaveAttribute('controls')
    expect(media('file', 'https://krapao.example/a.pdf').querySelector('a')).toHaveTextContent(`ชื่อ${th.chat.openFile}`)
  })

  test.each(hostile)('R194 at %j it is a neutral line', (url) => {
    const container = media('image', url)
    expect([container.querySelector('img, a'), container.textContent]).toEqual([null, th.chat.unknown])
  })
})

test('R191 R196 cards have a picture, words and buttons', () => {
  const card = {
    image_url: '/contact-qr.svg',
    title: 'โบนัส',
    subtitle: 'ทุกวัน',
    buttons: [button('web', '/user/bonus')],
  }
  const { container } = show('generic', undefined, [card, { title: 'อีกใบ' }])
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
])('R193 a message of type %s with %j and %j is a neutral line', (type, payload, payloads) => {
  expect(show(type, payload, payloads).container.textContent).toBe(th.chat.unknown)
})
