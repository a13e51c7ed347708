import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import th from '#locales/th.json'
import { checkOf } from '#tests/kit/drive.tsx'
import qrDeposit from './qr-deposit.screen.tsx'

export default checkOf(qrDeposit, (actor) => {
  const field = screen.queryByLabelText<HTMLInputElement>(th.qr.amount)
  if (field) expect(field.value).toBe(actor.getSnapshot().context.text)
})
