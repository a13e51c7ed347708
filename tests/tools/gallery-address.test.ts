import { expect, test } from 'vitest'
import { addressOf, type Place, placeOf } from '#tests/gallery/address.ts'
import { asked } from '#tests/gallery/asked.ts'
import { sheetPage } from '#tests/gallery/sheet.ts'

const all: Place = { language: 'th', size: 'phone', machine: null, show: null }

test.each<[string, Place]>([
  ['', all],
  ['?lang=xx&size=tv', all],
  ['?lang=la&size=desktop&machine=register', { ...all, language: 'la', size: 'desktop', machine: 'register' }],
  [
    '?show=chat.panel.open.seen&lang=en',
    { ...all, language: 'en', show: { machine: 'chat', state: 'panel.open.seen' } },
  ],
])('the gallery address “%s” is parsed, and unknown values are ignored', (search, place) => {
  expect(placeOf(search)).toEqual(place)
})

test('a gallery place is unchanged after it is written to a URL and parsed again', () => {
  const place: Place = {
    language: 'la',
    size: 'desktop',
    machine: 'spin',
    show: { machine: 'spin', state: 'won.fill' },
  }
  expect(placeOf(new URL(addressOf(place), 'http://localhost').search)).toEqual(place)
})

test('the gallery command line accepts machines, languages and sizes, and rejects unknown ones', () => {
  const stems = ['register', 'spin']
  expect(asked([], stems)).toEqual({ stems, languages: ['th', 'la', 'en'], sizes: ['phone', 'desktop'], renew: [] })
  const line = ['spin', '--lang', 'la', '--lang', 'en', '--size', 'phone']
  expect(asked(line, stems)).toEqual({ stems: ['spin'], languages: ['la', 'en'], sizes: ['phone'], renew: [] })
  expect(() => asked(['bank'], stems)).toThrow('No machine "bank". Choose one of: register, spin')
  expect(() => asked(['--lang', 'lo'], stems)).toThrow('No language "lo"')
})

test('the contact-sheet page links each sheet and each picture by its name', () => {
  const page = sheetPage([{ name: 'la-phone', size: 'phone', pictures: ['spin.ready'] }])
  expect(page).toContain('href="#la-phone"')
  expect(page).toContain('<a href="la-phone/spin.ready.png">')
})
