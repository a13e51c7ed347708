import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { NIGHT, SMOKE } from '#e2e/pages/tags.ts'
import { test } from '#e2e/pages/test.ts'
import { HTML_LANG } from '#e2e/pages/texts.ts'

const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'endBonus'] as const
const TYPES = { webm: 'video/webm', mp4: 'video/mp4', webp: 'image/webp' }

test('the help page lists five videos in order (R54)', { tag: SMOKE }, async ({ howto, t }) => {
  await howto.open()
  await expect(howto.entries).toHaveCount(VIDEOS.length)
  for (const [place, video] of VIDEOS.entries())
    await expect(howto.entries.nth(place)).toContainText(t(`howto.${video}`))
})

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })
    test(`the help videos play, with captions in ${lang} (R55)`, { tag: lang === 'th' ? [] : NIGHT }, async ({
      page,
      howto,
    }) => {
      await howto.open()
      for (const video of VIDEOS) {
        await howto.entry(video).click()
        await expect.poll(() => howto.played(video)).toBeGreaterThan(0.5)
        const captions = await howto.captions(video)
        expect(captions.map(({ kind, language, mode }) => ({ kind, language, mode }))).toEqual(
          LANGUAGES.map((each) => ({
            kind: 'captions',
            language: HTML_LANG[each],
            mode: each === lang ? 'showing' : 'disabled',
          })),
        )
        await expect.poll(async () => (await howto.captions(video)).map(({ text }) => text).join('')).not.toBe('')
        await page.goBack()
        await expect(howto.dialog(video)).toBeHidden()
        await expect(page).toHaveURL('/howto')
      }
    })
  })

test('a help video has its own URL (R26)', { tag: NIGHT }, async ({ page, howto }) => {
  await page.goto('/howto?video=balance')
  await expect.poll(() => howto.played('balance')).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(howto.dialog('balance')).toBeHidden()
  await expect(page).toHaveURL('/howto')
})

test.describe('on My play', () => {
  test.use({ as: 'newcomer' })

  test('a video with captions shows how to set limits, and Back closes it (R654)', async ({ page, care, howto, t }) => {
    await care.open()
    await care.main.getByRole('button', { name: t('howto.limits') }).click()
    await expect.poll(() => howto.played('limits')).toBeGreaterThan(0.5)
    expect((await howto.captions('limits')).filter(({ mode }) => mode === 'showing')).toMatchObject([
      { language: 'th' },
    ])
    await page.goBack()
    await expect(howto.dialog('limits')).toBeHidden()
    await expect(page).toHaveURL('/user/care')
  })
})

test('the server serves all files of the recorded videos, and supports the byte ranges that iPhones require (R55, R654)', async ({
  request,
}) => {
  for (const video of [...VIDEOS, 'limits']) {
    for (const [ending, type] of Object.entries(TYPES)) {
      const reply = await request.get(`/help/${video}.${ending}`, { headers: { Range: 'bytes=0-1' } })
      expect([reply.status(), reply.headers()['content-type']], `${video}.${ending}`).toEqual([206, type])
      expect(await reply.body()).toHaveLength(2)
    }
    for (const language of LANGUAGES) {
      const reply = await request.get(`/help/${video}.${language}.vtt`)
      expect(await reply.text(), `${video}.${language}.vtt`).toMatch(/^WEBVTT\n/)
      expect(reply.headers()['content-type']).toBe('text/vtt; charset=utf-8')
    }
  }
})
