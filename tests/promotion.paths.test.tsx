import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import th from '#locales/th.json'
import promotion, { attempt } from './drivers/promotion.tsx'
import { drive } from './kit/drive.tsx'
import { expectKept } from './kit/expect-kept.ts'

drive(promotion, (actor) => {
  const { children, context } = actor.getSnapshot()
  const { value, readOnly } = screen.getByLabelText<HTMLInputElement>(th.promotion.code)
  expect([value, readOnly]).toEqual([context.text, actor.getSnapshot().matches('searching')])
  if (children.attempt) expectKept(attempt, context.pending)
})
