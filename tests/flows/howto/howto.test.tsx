import { render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import th from '#locales/th.json'
import { HowtoPage } from '#src/features/howto/howto-page.tsx'
import { VideoDialog } from '#src/features/howto/video-dialog.tsx'
import { fileOf, LENGTHS } from '#src/features/howto/video-files.ts'
import { CARE_VIDEO, VIDEOS, type Video } from '#src/features/howto/videos.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { howto, soon } = th
const recorded = { ...LENGTHS }
/** Replaces the video durations, which are restored after each test. */
function record(lengths: typeof LENGTHS) {
  for (const video of VIDEOS) delete LENGTHS[video]
  Object.assign(LENGTHS, lengths)
}
afterEach(() => record(recorded))

/** The page with its dialog, as in the route. */
function Page() {
  const [video, setVideo] = useState<Video | null>(null)
  return (
    <HowtoPage onOpen={setVideo}>
      {video ? <VideoDialog video={video} onClose={() => setVideo(null)} /> : null}
    </HowtoPage>
  )
}
const cards = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('button'))
const open = (video: Video) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${howto[video]}`) }))
const player = () => screen.getByRole('dialog').querySelector('video')

const titles = [howto.wallet, howto.play, howto.balance, howto.bonus, howto.endBonus]
/** The text below a card's title. */
const lineOf = (video: Video) => {
  const seconds = LENGTHS[video]
  return seconds === undefined ? soon.title : howto.length.replace('{{n}}', String(seconds))
}

test('the help page lists five videos in order, each with its duration or "coming soon" (R54)', () => {
  render(<Page />)
  expect(cards().map((card) => card.textContent)).toEqual(VIDEOS.map((video, at) => titles[at] + lineOf(video)))
  for (const card of cards()) expect(card).toHaveAttribute('aria-haspopup', 'dialog')
  expect(document.title).toBe(`${th.page.howto} · krapao`)
})

test.each(VIDEOS)('the help video %s opens in a dialog over the page, and can be closed (R55)', async (video) => {
  render(<Page />)
  await open(video)
  const dialog = screen.getByRole('dialog', { name: howto[video] })
  expect(dialog.matches(':modal')).toBe(true)
  expect(player() === null).toBe(LENGTHS[video] === undefined)
  await userEvent.click(within(dialog).getByRole('button', { name: th.action.close }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('a recorded video', () => {
  test('shows its duration and its thumbnail (R54)', () => {
    record({ play: 42 })
    render(<Page />)
    const [, card] = cards()
    expect(card?.textContent).toBe(howto.play + howto.length.replace('{{n}}', '42'))
    expect(card?.querySelector('img')).toHaveAttribute('src', fileOf('play', 'webp'))
  })

  test('has a thumbnail as wide as its card (R54)', () => {
    render(<Page />)
    for (const card of cards()) expect(card.querySelector('img')?.clientWidth).toBe(card.clientWidth)
  })

  test('plays with the browser’s controls and captions in three languages, the current one first (R55)', async () => {
    record({ play: 42 })
    render(<Page />)
    await open('play')
    const video = player()
    expect(video?.controls).toBe(true)
    expect(video?.getAttribute('aria-label')).toBe(howto.play)
    const files = [...(video?.querySelectorAll('source') ?? [])].map((source) => source.getAttribute('src'))
    expect(files).toContain(fileOf('play', 'webm'))
    const tracks = [...(video?.querySelectorAll('track') ?? [])]
    expect(tracks.map(({ srclang, label, kind, default: isFirst }) => [srclang, label, kind, isFirst])).toEqual([
      ['th', 'ไทย', 'captions', true],
      ['lo', 'ລາວ', 'captions', false],
      ['en', 'English', 'captions', false],
    ])
    expect(tracks.map((track) => track.getAttribute('src'))).toEqual(
      ['th', 'la', 'en'].map((language) => fileOf('play', `${language}.vtt`)),
    )
  })
})

test('a video that is not recorded yet has no thumbnail, and its dialog shows a coming-soon message (R54, R55)', async () => {
  record({})
  render(<Page />)
  expect(document.querySelectorAll('li img')).toHaveLength(0)
  await open('bonus')
  expect(player()).toBeNull()
  expect(screen.getByRole('dialog').textContent).toContain(soon.title)
})

test.each<Video>([...VIDEOS, CARE_VIDEO])(
  'all files of the help video %s exist if it has a length (R54, R654)',
  async (video) => {
    const endings = LENGTHS[video] === undefined ? [] : ['webm', 'mp4', 'webp', 'th.vtt', 'la.vtt', 'en.vtt']
    for (const ending of endings) {
      const reply = await fetch(fileOf(video, ending))
      expect(reply.headers.get('Content-Type'), ending).not.toMatch(/html/)
    }
  },
)
