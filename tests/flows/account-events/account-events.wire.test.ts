import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { passwordHeader } from '#contract/profile.ts'
import { readable } from '#contract/rows.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { accountEventsLogic } from '#src/actors/account-events.ts'
import { addPasskey } from '#tests/kit/authenticator.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { sessionWithToasts } from '#tests/kit/session-toasts.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let token: string
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
})
afterEach(() => member.leave())

it('the list of events has ten events per page, newest first (R647)', async () => {
  for (let n = 0; n < 11; n++) await backend.call('limits.review', {}, { token })
  const actor = createActor(accountEventsLogic).start()
  const settled = () => waitFor(actor, (seen) => !seen.hasTag('busy'))
  const { context: first } = await settled()
  expect(first.rows).toHaveLength(10)
  expect(first.last).toBe(2)
  actor.send({ type: 'page.choose', page: 2 })
  const { context: second } = await settled()
  const times = readable([...first.rows, ...second.rows]).map(({ id }) => Number(id))
  expect(times).toEqual([...times].sort((one, other) => other - one))
})

const removePasskey = async (of: string) => {
  const { body } = await backend.call('passkey.list', {}, { token: of })
  const [{ id }] = body.passkeys as [{ id: string }]
  return backend.call('passkey.remove', { id, password: DEMO_PASSWORD }, { token: of })
}
const { name, bankCode, bankAccountName } = DEMO.member
const headers = passwordHeader(DEMO_PASSWORD)
const moved = { name, bankCode, bankAccountName, bankAccountNo: '5556667778' }
const renamed = { bankCode, bankAccountName: 'JAIDEE MEESUK' }

it.each([
  ['a new payout account', (of: string) => backend.call('account.update', moved, { token: of, headers })],
  ['a new account name', (of: string) => backend.call('account.rename', renamed, { token: of, headers })],
  ['an added passkey', (of: string) => addPasskey(backend, of)],
  ['a removed passkey', removePasskey],
])('the page shows one toast at the next call after %s on another device (R651)', async (_, act) => {
  await addPasskey(backend, token)
  const { ask, texts, close } = sessionWithToasts()
  const other = await backend.login()
  await ask()
  await until(() => expect(texts()).toEqual(['devices.newLogin']))
  close()
  await act(other)
  await ask()
  await until(() => expect(texts()).toEqual(['devices.changed']))
  await ask()
  expect(texts()).toEqual(['devices.changed'])
})
