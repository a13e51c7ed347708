import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LimitKind } from '#contract/play-limit.ts'
import th from '#locales/th.json'
import { eachMyPlay } from '#tests/kit/my-play.tsx'

const openWith = eachMyPlay()
/** The button of the video that shows how limits are set. */
const video = () => screen.queryByRole('button', { name: new RegExp(`^${th.howto.limits}`) })
const title = (kind: LimitKind) => screen.queryByRole('heading', { name: th.care.limit[kind].title })

it('My play shows deposit limits if the backend has them (R585)', async () => {
  await openWith('care', 'limits')
  expect(title('deposit')).not.toBeNull()
})

it('My play shows no deposit limits if the backend does not offer limits (R589)', async () => {
  await openWith('care')
  expect(title('deposit')).toBeNull()
})

it('My play shows the help video about limits if the backend offers limits (R654)', async () => {
  await openWith('care', 'limits')
  expect(video()).not.toBeNull()
})

it('My play shows no help video about limits if the backend does not offer limits (R654)', async () => {
  await openWith('care')
  expect(video()).toBeNull()
})

it('My play shows deposit and loss limits if the backend has both (R607, R609)', async () => {
  await openWith('care', 'limits', 'losses')
  expect([title('deposit'), title('loss')]).not.toContain(null)
})

it('My play shows no loss limits if the backend has only deposit limits (R609)', async () => {
  await openWith('care', 'limits')
  expect(title('loss')).toBeNull()
})

it('My play shows time limits if the backend has them, even without loss limits (R637, R639)', async () => {
  await openWith('care', 'limits', 'time')
  expect(title('time')).not.toBeNull()
  expect(title('loss')).toBeNull()
})

it('My play shows no time limits if the backend has only money limits (R639)', async () => {
  await openWith('care', 'limits', 'losses')
  expect(title('time')).toBeNull()
})
