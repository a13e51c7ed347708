import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import th from '#locales/th.json'
import qrDeposit from './drivers/qr-deposit.tsx'
import { drive } from './kit/drive.tsx'

drive(qrDeposit, (actor) => {
  const field = screen.queryByLabelText<HTMLInputElement>(th.qr.amount)
  if (field) expect(field.value).toBe(actor.getSnapshot().context.text)
})
