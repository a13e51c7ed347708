import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createEmptyActor } from 'xstate'
import th from '#locales/th.json'
import { PromotionAlerts } from '#src/features/bonus/promotion-alerts.tsx'
import { PromotionForm } from '#src/features/bonus/promotion-form.tsx'
import { start } from '#tests/kit/start.ts'
import { speakThai } from '#tests/kit/thai.ts'
import model from './promotion.model.ts'

beforeAll(speakThai)

test('the promotion form upper-cases text typed in the middle of a code, and keeps the caret there (R132, R281)', async () => {
  const nobody = createEmptyActor() as never
  const { actor, now } = await start(model, { owner: nobody, wallet: nobody, pending: null })
  render(
    <>
      <PromotionForm actor={actor} />
      <PromotionAlerts actor={actor} notice="" />
    </>,
  )
  const field = screen.getByLabelText<HTMLInputElement>(th.promotion.code)
  await userEvent.type(field, 'sk50')
  field.setSelectionRange(1, 1)
  await userEvent.keyboard('on')
  expect([field.value, now().context.text, field.selectionStart]).toEqual(['SONK50', 'SONK50', 3])
})
