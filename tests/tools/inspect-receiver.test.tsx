import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromPromise } from 'xstate'
import { registerMachine } from '#machines/register.machine.ts'
import { inspection } from '#src/inspect/attach.ts'
import { named } from '#src/inspect/inspector.ts'
import { receiverMachine } from '#src/inspect/receiver/receiver.machine.ts'
import { Receiver } from '#src/inspect/receiver/receiver.tsx'
import type { Message } from '#src/inspect/receiver/world.ts'
import { onWarning, warn } from '#src/lib/warn.ts'
import { blank, lists, typed } from '#tests/kit/samples/register.ts'

let end = () => {}
afterEach(() => end())

/** Starts a registration, and shows the inspector's window next to it. */
async function open() {
  await page.viewport(1280, 800)
  const receiver = createActor(receiverMachine).start()
  render(<Receiver actor={receiver} />)
  const { start, stop } = inspection(
    (message) => act(() => receiver.send({ type: 'log.received', message: message as Message })),
    onWarning,
  )
  const logic = registerMachine.provide({
    actors: {
      lookups: fromPromise(async () => ({ hasOtp: false, ...lists })),
      'account.validate': fromPromise(() => Promise.resolve({})),
    },
  })
  const input = {
    typed: blank,
    step: 'phone' as const,
    sentAt: null,
    phone: '',
    otp: null,
    isLaos: false,
    isInvited: false,
    toasts: null as never,
  }
  const register = createActor(logic, { ...named('register'), input }).start()
  start()
  end = () => {
    stop()
    register.stop()
    receiver.stop()
  }
  await screen.findByRole('button', { name: /^register phone/ })
  return register
}
const lit = () => [...document.querySelectorAll('[data-lit]')].map((box) => box.getAttribute('data-state'))
const taken = () => [...document.querySelectorAll('g[data-taken]')].map((arrow) => arrow.textContent)

test('the inspector highlights the current state and the transition that led to it, and shows no secrets', async () => {
  const register = await open()
  expect(lit()).toEqual(['', 'phone'])
  register.send({ type: 'field.type', field: 'phone', text: typed.phone })
  register.send({ type: 'phone.submit' })
  expect([lit(), taken()]).toEqual([['', 'profile'], ['phone.submit']])
  expect(screen.getByRole('heading', { name: 'Context of register' })).toBeVisible()
  expect(document.body.textContent).not.toContain(typed.phone)
  expect(
    within(screen.getByRole('region', { name: 'Chart' })).getByText('Step 3: name, password, referral'),
  ).toBeVisible()
})

test('the inspector shows the text of a warning from the page (R302)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const user = userEvent.setup()
  await open()
  act(() => warn('GET /api/x: cannot read rows.3'))
  const log = within(screen.getByRole('region', { name: 'Events' }))
  await user.click(log.getByRole('button', { name: /page\.warned$/ }))
  expect(log.getByText('"GET /api/x: cannot read rows.3"')).toBeVisible()
})

test('the inspector shows the contents of a clicked event, and can return to the moment when it occurred', async () => {
  const user = userEvent.setup()
  const register = await open()
  register.send({ type: 'field.type', field: 'phone', text: typed.phone })
  register.send({ type: 'phone.submit' })
  const log = within(screen.getByRole('region', { name: 'Events' }))
  await user.click(log.getByRole('button', { name: /field\.type$/ }))
  expect(log.getByText('"•••"')).toBeVisible()
  await user.click(log.getByRole('button', { name: 'Show this moment' }))
  expect(lit()).toEqual(['', 'phone'])
  await user.click(screen.getByRole('button', { name: 'Live' }))
  expect(lit()).toEqual(['', 'profile'])
})

test('the inspector zooms the chart with buttons or with Ctrl and the mouse wheel, and scrolls it by dragging', async () => {
  const user = userEvent.setup()
  await open()
  const chart = screen.getByRole('img', { name: 'States of register' })
  const width = () => chart.getBoundingClientRect().width
  const own = width()
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(width() / own).toBeCloseTo(1.25)
  const frame = chart.parentElement as HTMLElement
  act(() => void frame.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -300, cancelable: true })))
  expect(width() / own).toBeGreaterThan(2)
  frame.scrollTo({ left: 200, top: 200, behavior: 'instant' })
  const move = { bubbles: true, buttons: 1, pointerType: 'mouse', movementX: -30, movementY: 20 }
  frame.dispatchEvent(new PointerEvent('pointermove', move))
  expect([frame.scrollLeft, frame.scrollTop]).toEqual([230, 180])
  await user.click(screen.getByRole('button', { name: 'Whole chart' }))
  expect(width()).toBeLessThanOrEqual(frame.clientWidth)
})

test('the inspector compares the context with an earlier moment', async () => {
  const user = userEvent.setup()
  const register = await open()
  const context = within(screen.getByRole('region', { name: 'Context' }))
  await user.click(context.getByRole('button', { name: 'Compare with this moment' }))
  expect(context.getByText('Nothing differs.')).toBeVisible()
  register.send({ type: 'field.type', field: 'sourceCode', text: 'friend' })
  expect(context.getByText('context.typed.sourceCode')).toBeVisible()
  expect(context.getByText('"friend"')).toBeVisible()
  await user.click(context.getByRole('button', { name: /^Compared with/ }))
  expect(context.queryByText('context.typed.sourceCode')).toBeNull()
})
