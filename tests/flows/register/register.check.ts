import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { checkOf } from '#tests/kit/drive.tsx'
import register, { labels } from './register.screen.tsx'

export default checkOf(register, (actor) => {
  const { context, value } = actor.getSnapshot()
  for (const [field, label] of Object.entries(labels)) {
    const control = screen.queryByLabelText<HTMLInputElement>(label)
    if (!control?.checkVisibility()) continue
    const isFixed = ['verifying', 'validating', 'creating', 'unsure', 'registered', 'left'].includes(String(value))
    const isKept = field === 'inviteCode' && context.isInvited
    expect(control.readOnly || control.disabled, `${label} is fixed`).toBe(isFixed || isKept)
    if (!isFixed) expect(control.value, label).toBe(context.typed[field as keyof typeof labels])
  }
})
