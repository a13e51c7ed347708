import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { checkMinutes } from '#src/lib/check-minutes.ts'
import { eachMyPlay } from '#tests/kit/my-play.tsx'

const openWith = eachMyPlay()
const title = () => screen.queryByRole('heading', { name: th.care.visit.check })

it('offers reminders of the time if the backend has them (R590)', async () => {
  await openWith('care', 'timeCheck')
  expect(title()).not.toBeNull()
})

it('offers and shows none if the backend has My play without them (R595)', async () => {
  await openWith('care')
  expect(title()).toBeNull()
  expect(checkMinutes()).toBe('0')
})
