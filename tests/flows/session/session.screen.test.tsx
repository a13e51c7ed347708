import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { createActor, type EventObject, fromPromise, type InspectionEvent } from 'xstate'
import th from '#locales/th.json'
import { sessionMachine } from '#machines/session.machine.ts'
import { toastsMachine } from '#machines/toasts.machine.ts'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { MemoryRouter } from '#tests/kit/memory-router.tsx'
import { press } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'
import { enter, Page } from './session.screen.tsx'

beforeAll(speakThai)
beforeAll(disableAnimations)

test('the player can switch off "remember me" in the login form', async () => {
  const logic = frozen(sessionMachine, {
    'lookup.active': fromPromise(async () => ({ terminated: '' })),
    toasts: toastsMachine,
  })
  const sent: EventObject[] = []
  const inspect = (event: InspectionEvent) => event.type === '@xstate.event' && sent.push(event.event)
  const actor = createActor(logic, { input: { hasToken: false, syncedAt: null }, inspect }).start()
  actor.send({ type: 'login.open', back: null })
  render(
    <MemoryRouter>
      <Page actor={actor} />
    </MemoryRouter>,
  )
  await screen.findByRole('button', { name: th.login.submit })
  const credentials = { username: '0812345678', password: 'demo1234', remember: false }
  await enter(press(th.login.submit))(credentials)
  expect(sent).toContainEqual({ type: 'login.submit', ...credentials })
  actor.stop()
})

test.each([
  ['WRONG_CREDENTIAL', 'marks', 'true'],
  ['UNAUTHORIZED', 'does not mark', null],
] as const)('after a failure with %s, the login form %s its fields as invalid', async (code, _, invalid) => {
  const logic = frozen(sessionMachine, {
    'lookup.active': fromPromise(async () => ({ terminated: '' })),
    toasts: toastsMachine,
  })
  const actor = createActor(logic, { input: { hasToken: true, syncedAt: null } }).start()
  actor.send({ type: 'wire.signedOut', failure: { kind: 'refused', code, message: '' } })
  actor.send({ type: 'login.open', back: null })
  render(
    <MemoryRouter>
      <Page actor={actor} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(th.errorMsg[code])
  for (const field of [th.login.phone, th.login.password])
    expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe(invalid)
  actor.stop()
})
