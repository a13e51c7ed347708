import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import th from '#locales/th.json'
import { eachMyPlay } from '#tests/kit/my-play.tsx'

const openWith = eachMyPlay()
const title = () => screen.queryByRole('heading', { name: th.care.limit.title })

it('shows deposit limits if the backend has them (R585)', async () => {
  await openWith('care', 'limits')
  expect(title()).not.toBeNull()
})

it('shows no deposit limits if the backend has My play without them (R589)', async () => {
  await openWith('care')
  expect(title()).toBeNull()
})
