import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import th from '#locales/th.json'
import { checkOf } from '#tests/kit/drive.tsx'
import { expectKept } from '#tests/kit/expect-kept.ts'
import giftLink, { attempt } from './gift-link.screen.tsx'

const { gift } = th

export default checkOf(giftLink, (actor) => {
  const { link, pending } = actor.getSnapshot().context
  expect(screen.getByLabelText<HTMLInputElement>(gift.link).value).toBe(link)
  expectKept(attempt, pending)
})
