import { expect, test } from 'vitest'
import { changesOf } from '#tests/kit/reviewed.ts'

const list = (...paths: string[][]) =>
  paths.map((steps, at) => [`## ${at + 1}`, ...steps.map((step, no) => `${no + 1}. ${step}`)].join('\n')).join('\n\n')
const comes = 'a visitor comes → **loading**'
const on = 'OTP is on → **phone**'
const off = 'OTP is off → **phone**'
const goes = (to: string) => `the player goes on → **${to}**`
const reviewed = list([comes, on, goes('verifying')], [comes, off, goes('profile')])

test('a list that says the same has not changed', () => {
  expect(changesOf(reviewed, reviewed)).toEqual([])
})

test('a step that is gone and one that is new are told', () => {
  expect(changesOf(reviewed, list([comes, on, goes('bank')], [comes, off, goes('profile')]))).toEqual([
    '- phone: the player goes on → verifying',
    '+ phone: the player goes on → bank',
  ])
})

test('a guard that is turned round takes the same steps, but by other ways: each is told', () => {
  expect(changesOf(reviewed, list([comes, on, goes('profile')], [comes, off, goes('verifying')]))).toEqual([
    '- a visitor comes → OTP is on → the player goes on → verifying',
    '+ a visitor comes → OTP is on → the player goes on → profile',
    '- a visitor comes → OTP is off → the player goes on → profile',
    '+ a visitor comes → OTP is off → the player goes on → verifying',
  ])
})

test('a guard that is turned round is told beside the steps that are gone with it', () => {
  const story = [comes, on, goes('verifying'), 'the code is right → **done**']
  const now = list([comes, on, goes('profile')], [comes, off, goes('verifying')])
  expect(changesOf(list(story, [comes, off, goes('profile')]), now)).toEqual([
    '- a visitor comes → OTP is on → the player goes on → verifying',
    '+ a visitor comes → OTP is on → the player goes on → profile',
    '- a visitor comes → OTP is off → the player goes on → profile',
    '+ a visitor comes → OTP is off → the player goes on → verifying',
    '- verifying: the code is right → done',
  ])
})

test('the same steps in other paths are a change too', () => {
  const longer = list([comes, on, goes('verifying')], [comes, off, goes('profile')], [comes, off])
  expect(changesOf(reviewed, longer)).toEqual(['- 2 paths', '+ 3 paths, by other ways over the same steps'])
})
