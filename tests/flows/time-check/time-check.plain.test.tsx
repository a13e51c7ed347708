import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import th from '#locales/th.json'
import { checkMinutes } from '#src/lib/check-minutes.ts'
import { token } from '#src/lib/token.ts'
import { eachMyPlay } from '#tests/kit/my-play.tsx'
import { settle } from '#tests/kit/run.ts'

const openWith = eachMyPlay()
const choice = () => screen.queryByRole('heading', { name: th.care.visit.check })
const reminder = () => screen.queryByRole('alertdialog', { name: th.care.visit.title })

/**
 * Stores a visit that began more than half an hour ago, opens My play, and waits until a reply has set the reminder
 * interval.
 */
async function openLate(...offers: Parameters<typeof openWith>) {
  const startedAt = Date.now() - 31 * 60_000
  const visit = { startedAt, remindedAt: startedAt, seenAt: Date.now() }
  localStorage.setItem('visit', token()?.slice(0, 8) + JSON.stringify(visit))
  await openWith(...offers)
  await waitFor(() => expect(checkMinutes()).toBe('30'))
}

it('time reminders are offered and shown if the backend supports them (R590, R591)', async () => {
  await openLate('care', 'timeCheck')
  expect(choice()).not.toBeNull()
  await waitFor(() => expect(reminder()).not.toBeNull())
})

it('time reminders are neither offered nor shown if the backend has My play but does not support them (R595)', async () => {
  await openLate('care')
  await vi.dynamicImportSettled()
  await act(settle)
  expect([choice(), reminder()]).toEqual([null, null])
})
