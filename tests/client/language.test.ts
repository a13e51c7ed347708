import { afterEach, expect, test, vi } from 'vitest'
import { fakeWindow } from '#tests/kit/window.ts'

let kept: Map<string, string>
let page: { cookie: string; documentElement: { lang: string }; querySelector: () => object }
let manifest: string
async function open({ locale, laos }: { locale?: string; laos?: string } = {}) {
  vi.resetModules()
  kept = fakeWindow().local
  if (locale) kept.set('locale', locale)
  manifest = ''
  const setAttribute = (_: string, address: string) => {
    manifest = address
  }
  page = { cookie: '', documentElement: { lang: '' }, querySelector: () => ({ setAttribute }) }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubEnv('VITE_LAOS', laos ?? '')
  const lib = await import('#src/lib/i18n.ts')
  await lib.startLanguage()
  return { ...lib, ...(await import('#src/lib/language.ts')) }
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test.each([
  [{}, 'th'],
  [{ laos: '1' }, 'la'],
  [{ locale: 'en' }, 'en'],
  [{ locale: 'la' }, 'la'],
  [{ locale: 'th', laos: '1' }, 'th'],
  [{ locale: 'fr' }, 'th'],
  [{ locale: 'constructor' }, 'th'],
])('with %o the language is %s (R13, R14, R15, R201)', async (start, language) => {
  expect((await open(start)).currentLanguage()).toBe(language)
})

test.each([
  ['th', 'TH', 'th'],
  ['la', 'LA', 'lo'],
  ['en', 'EN', 'en'],
] as const)(
  'remembers the chosen language %s, and sets it in the cookie and on the page (R15, R16, D-02)',
  async (language, word, lang) => {
    const lib = await open({ locale: language === 'th' ? 'en' : 'th' })
    await lib.switchLanguage(language)
    expect(lib.currentLanguage()).toBe(language)
    expect(kept.get('locale')).toBe(language)
    expect(page.documentElement.lang).toBe(lang)
    expect(manifest).toBe(`/${language}.webmanifest`)
    expect(page.cookie.split('; ').sort()).toEqual([
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
      `lang=${word}`,
    ])
  },
)

test('sets the cookie at startup (R16, D-02)', async () => {
  await open({ locale: 'la' })
  expect(page.cookie).toMatch(/^lang=LA;/)
  expect(page.documentElement.lang).toBe('lo')
})
