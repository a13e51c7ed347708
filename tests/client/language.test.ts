import { afterEach, expect, test, vi } from 'vitest'
import { fakeWindow } from '#tests/kit/window.ts'

let kept: Map<string, string>
let page: { cookie: string; documentElement: { lang: string }; querySelector: () => object }
let manifest: string
/** The cookies that were set, in order. */
let cookies: string[]
async function open({ locale, laos, protocol = 'https:' }: { locale?: string; laos?: string; protocol?: string } = {}) {
  vi.resetModules()
  kept = fakeWindow().local
  if (locale) kept.set('locale', locale)
  manifest = ''
  const setAttribute = (_: string, address: string) => {
    manifest = address
  }
  cookies = []
  page = {
    set cookie(set: string) {
      cookies.push(set)
    },
    documentElement: { lang: '' },
    querySelector: () => ({ setAttribute }),
  }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol })
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
])('a page that starts with the settings %o is in the language %s (R13, R14, R15, R201)', async (start, language) => {
  expect((await open(start)).currentLanguage()).toBe(language)
})

test.each([
  ['th', 'TH', 'th'],
  ['la', 'LA', 'lo'],
  ['en', 'EN', 'en'],
] as const)(
  'choosing the language %s stores it in localStorage, sets the cookie and updates the page (R15, R16, D-02)',
  async (language, word, lang) => {
    const lib = await open({ locale: language === 'th' ? 'en' : 'th' })
    await lib.switchLanguage(language)
    expect(lib.currentLanguage()).toBe(language)
    expect(kept.get('locale')).toBe(language)
    expect(page.documentElement.lang).toBe(lang)
    expect(manifest).toBe(`/${language}.webmanifest`)
    expect(cookies.at(-1)).toBe(`__Secure-lang=${word}; Path=/; SameSite=Lax; Max-Age=31536000; Secure`)
  },
)

test('the page sets the language cookie at startup, and removes the older cookie without the __Secure- prefix (R16, D-02)', async () => {
  await open({ locale: 'la' })
  expect(cookies).toEqual([
    'lang=; Path=/; SameSite=Lax; Max-Age=0; Secure',
    '__Secure-lang=LA; Path=/; SameSite=Lax; Max-Age=31536000; Secure',
  ])
  expect(page.documentElement.lang).toBe('lo')
})

test('the language cookie has no __Secure- prefix without https, because browsers would reject it (R16, D-02)', async () => {
  await open({ locale: 'en', protocol: 'http:' })
  expect(cookies).toEqual(['lang=EN; Path=/; SameSite=Lax; Max-Age=31536000'])
})
