import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import th from '#locales/th.json'
import { checkOf } from '#tests/kit/drive.tsx'
import { expectKept } from '#tests/kit/expect-kept.ts'
import promotion, { attempt } from './promotion.screen.tsx'

export default checkOf(promotion, (actor) => {
  const { children, context } = actor.getSnapshot()
  const { value, readOnly } = screen.getByLabelText<HTMLInputElement>(th.promotion.code)
  expect([value, readOnly]).toEqual([context.text, actor.getSnapshot().matches('searching')])
  if (children.attempt) expectKept(attempt, context.pending)
})
