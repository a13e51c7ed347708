import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The byte patterns that mark a video track and a sound track, by file type. */
const TRACKS = {
  mp4: { picture: /hdlr\0{8}vide/, sound: /hdlr\0{8}soun/ },
  webm: { picture: /V_VP9/, sound: /A_(?:OPUS|VORBIS)/ },
}

it.each(globSync('public/help/*.{mp4,webm}'))('the help video %s has no sound (WCAG 1.2.1, WCAG 1.2.5)', (file) => {
  const { picture, sound } = TRACKS[file.endsWith('.mp4') ? 'mp4' : 'webm']
  const bytes = readFileSync(file, 'latin1')
  expect(picture.test(bytes)).toBe(true)
  expect(sound.test(bytes)).toBe(false)
})
