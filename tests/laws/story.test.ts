import { expect, it } from 'vitest'
import { replay, type Story } from './story.ts'

/** The story that `npm run prove -- transfer` prints if both mends are taken out. */
const story: Story = {
  composition: 'transfer',
  isNight: false,
  faults: [
    'the client believes an answer given before the change was looked at',
    'the server judges the login before the key',
  ],
  law: 'told refused',
  story: [
    'tab 1: the player enters 1 baht, the minimum, then the player transfers',
    'the request of tab 1 reaches the server: it makes the change',
    'the login ends',
    'the request of tab 1 reaches the server again, sent by the browser itself: the member is not signed in',
    'the answer to the request of tab 1 arrives: not signed in',
  ],
}

it('a saved story breaks its law again when it is replayed (R385)', () => {
  const { moves, broken, impossible } = replay(story)
  expect(impossible).toBeNull()
  expect(broken).toContain('told refused')
  expect(moves.at(-1)?.states[0]?.transfer).toBe('refused')
})

it('a replayed story keeps the law if the client is fixed (R385, R387)', () => {
  const { moves, broken, impossible } = replay(story, ['the server judges the login before the key'])
  expect(impossible).toBeNull()
  expect(broken).toEqual([])
  expect(moves.at(-1)?.states[0]?.['transfer/attempt']).toBe('unknown')
})

it('a story replayed on the product stops at the first move that the product prevents, and reports it (R385)', () => {
  const { moves, impossible } = replay(story, [])
  expect(moves).toHaveLength(3)
  expect(impossible).toBe(story.story[3])
})
