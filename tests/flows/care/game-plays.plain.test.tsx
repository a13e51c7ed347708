import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachMyPlay } from '#tests/kit/my-play.tsx'
import { playing } from '#tests/kit/samples/care.ts'

const { games: _, ...older } = playing
const openWith = eachMyPlay(older)

it('My play shows no list of games if the backend does not send one (R641)', async () => {
  await openWith('care')
  expect(screen.queryByRole('heading', { name: th.care.games.title })).toBeNull()
})
