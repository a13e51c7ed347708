import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

type Video = 'wallet' | 'play' | 'balance' | 'bonus' | 'endBonus' | 'limits'

/** The help video page and its player. */
export function howtoPage(page: Page, t: Texts) {
  const entries = page.getByRole('main').getByRole('listitem')
  const dialog = (video: Video) => page.getByRole('dialog', { name: t(`howto.${video}`), exact: true })
  const player = (video: Video) => dialog(video).locator('video')
  return {
    entries,
    entry: (video: Video) => entries.getByRole('button', { name: t(`howto.${video}`) }),
    dialog,
    /** A video's playback position, in seconds. */
    played: (video: Video) => player(video).evaluate(({ currentTime }: HTMLVideoElement) => currentTime),
    /** The caption tracks of a video, each with its current text. */
    captions: (video: Video) =>
      player(video).evaluate(({ textTracks }: HTMLVideoElement) =>
        [...textTracks].map(({ kind, language, mode, activeCues }) => ({
          kind,
          language,
          mode,
          text: [...(activeCues ?? [])].map((cue) => (cue instanceof VTTCue ? cue.text : '')).join(' '),
        })),
      ),
    /** Opens the page. */
    async open() {
      await page.goto('/howto')
      await expect(entries).not.toHaveCount(0)
    },
  }
}
