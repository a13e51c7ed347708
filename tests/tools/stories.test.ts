import { expect, it } from 'vitest'
import { defineModel } from '#tests/kit/model.ts'
import { loadModel } from '#tests/kit/models.ts'
import { storiesOf } from '#tests/kit/page-stories.ts'
import { refusal } from '#tests/kit/samples/attempt.ts'

const { config } = await loadModel('withdraw')
const CONFIRMED = (config.stories?.['The player withdraws 100 baht and it is accepted'] ?? []).slice(0, 5)

/** Returns the lines of a withdrawal story, which begins with the steps up to the confirmation. */
const told = (...steps: string[]) => {
  const outcomes = {
    ...config.outcomes,
    attempt: { done: { ...config.outcomes?.attempt?.done, refused: refusal('X') } },
  }
  return storiesOf(defineModel({ ...config, outcomes, stories: { told: [...CONFIRMED, ...steps] } }), {})
}

it('a story lists the steps inside an attempt that receives no reply', () => {
  expect(told('no answer arrives', 'the attempt ends: the withdrawal is accepted').slice(-5)).toEqual([
    '6. no answer arrives',
    '7. the player checks again',
    '8. the server says: sending the request again is safe',
    '9. the server answers: the change is made',
    '10. the attempt ends: the withdrawal is accepted → **succeeded**',
  ])
})

it('a story does not list the steps inside an attempt that receives a reply', () => {
  expect(told('the attempt ends: the withdrawal is accepted').at(-1)).toBe(
    '6. the attempt ends: the withdrawal is accepted → **succeeded**',
  )
})

it('a story is rejected if no story of its attempt reaches the expected outcome after a check', () => {
  expect(() => told('no answer arrives', 'the attempt is refused')).toThrow(
    'no story of the attempt checks again and ends as "refused"',
  )
})

it('a story leaves out the steps that it shares with the beginning of an earlier story', () => {
  const stories = { first: CONFIRMED, second: CONFIRMED.slice(0, 1), third: [...CONFIRMED, 'no answer arrives'] }
  const lines = storiesOf(defineModel({ ...config, stories }), {})
  expect(lines).toContain('Step 1 of story 1.')
  expect(lines.slice(-3)).toEqual(['Steps 1–5 of story 1.', '', '6. no answer arrives'])
})
