import { act, render, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type AccountEvent, EVENT_KINDS } from '#contract/account-events.ts'
import th from '#locales/th.json'
import { accountEventsMachine } from '#machines/account-events.machine.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { EventsDialog } from '#src/features/events/events-dialog.tsx'
import { disableAnimations } from '#tests/kit/disable-animations.ts'
import { settle } from '#tests/kit/run.ts'
import { eventOf } from '#tests/kit/samples/events.ts'
import { controls, nameOf, press, words } from '#tests/kit/screen.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)
beforeAll(disableAnimations)

const { action, care, devices, events, password, unread } = th
const open = { devices: vi.fn(), password: vi.fn() }

/** Shows a page of events; `hasDevices`: the backend lists the devices. */
async function show(rows: readonly (AccountEvent | null)[], hasDevices = true) {
  const page = fromPromise<Page<AccountEvent>, { page: number; limit: number }>(async () => ({
    rows,
    total: rows.length,
  }))
  const actor = createActor(accountEventsMachine.provide({ actors: { page } })).start()
  await act(async () => {
    const onDevices = hasDevices ? open.devices : null
    render(<EventsDialog actor={actor} onDevices={onDevices} onPassword={open.password} onClose={() => {}} />)
    await settle()
  })
}
const lines = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => row.querySelector('strong'))
    .map((row) => [row.querySelector('strong'), ...row.querySelectorAll('li')].map((part) => part?.textContent))

it('the list of events shows the kind, the time, the browser and the network of each event (R647, R648)', async () => {
  await show([eventOf()])
  expect(lines()).toEqual([
    [
      events.of.login,
      '20/11/2026 08:00:00',
      'Chrome บน Windows',
      devices.address.replace('{{address}}', '203.0.113.x'),
    ],
  ])
})

it('the list of events omits an event’s browser and network if they are unknown (R648)', async () => {
  await show([eventOf({ kind: 'register', browser: null, system: null, address: null })])
  expect(lines()).toEqual([[events.of.register, '20/11/2026 08:00:00']])
})

it.each(EVENT_KINDS)('the list of events has a text for events of kind %s (R647)', async (kind) => {
  await show([eventOf({ kind })])
  expect(lines()[0]?.[0]).toBe(events.of[kind])
})

it('the list of events shows the kind and the period of the requested limit (R647)', async () => {
  await show([eventOf({ kind: 'limit', limit: { kind: 'loss', period: 'week' } })])
  const limit = care.limit.loss.of.replace('{{period}}', care.limit.period.week)
  expect(lines()[0]?.[0]).toBe(events.of.limitOf.replace('{{limit}}', limit))
})

it('the list of events shows a notice in place of an event that cannot be read (R649)', async () => {
  await show([null])
  expect(screen.getByText(unread.entry)).toBeVisible()
})

it('the list of events links to the device list and to the password change (R650)', async () => {
  await show([eventOf()])
  expect(words()).toContain(events.notYou)
  await press(devices.title)()
  await press(password.change)()
  expect(open.devices).toHaveBeenCalledOnce()
  expect(open.password).toHaveBeenCalledOnce()
})

it('the list of events links only to the password change if the backend does not list devices (R650)', async () => {
  await show([eventOf()], false)
  expect(controls().map(nameOf)).toEqual([action.close, password.change])
})
