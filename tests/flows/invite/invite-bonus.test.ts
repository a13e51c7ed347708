import { expect, test } from 'vitest'
import { startOwner } from '#tests/kit/owner.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { listener } from '#tests/kit/start.ts'
import inviteBonus from './invite-bonus.model.ts'

const confirm = [{ type: 'bonus.collect' }, { type: 'bonus.confirm' }] as const

async function open(pending: ReturnType<typeof pendingOf<object>> | null = null) {
  const toasts = listener()
  const app = await startOwner(inviteBonus, { toasts: toasts.ref as never, pending })
  return { ...app, toasts: toasts.heard }
}

test('collecting the invite bonus requires a confirmation, and cancelling sends nothing (R86)', async () => {
  const app = await open()
  await app.send({ type: 'bonus.confirm' }, { type: 'bonus.collect' })
  expect(app.now().value).toBe('confirming')
  await app.send({ type: 'bonus.leave' })
  expect([app.now().value, app.sent()]).toEqual(['shown', []])
})

test('collecting the invite bonus sends an idempotency key, reports success, and reloads the wallet (R86, R341)', async () => {
  const app = await open()
  await app.send(...confirm)
  expect(app.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
  await app.succeed()
  expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'good', text: 'invite.collected' }])
  expect([app.now().value, app.now().context.pending, app.reads()]).toEqual(['shown', null, 1])
})

test.each(['NO_INVITE_BONUS', 'INVITE_COLLECT', 'INVITE_INACTIVE', 'NO_INVITEE_PLAY_INFO', 'INVITE_BONUS_FAIL'])(
  'if collecting the invite bonus is refused with %s, a red toast is shown, and a retry uses a new idempotency key (R413)',
  async (code) => {
    const app = await open()
    await app.send(...confirm)
    await app.refuse(code)
    expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'bad', text: refused(code) }])
    expect([app.now().value, app.reads()]).toEqual(['shown', 1])
    await app.send(...confirm)
    expect(new Set(app.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
  },
)

test('if collecting the invite bonus gets no reply, the wallet is reloaded without a toast, and a check resends the request', async () => {
  const app = await open()
  await app.send(...confirm)
  await app.lose()
  expect([app.now().value, app.toasts, app.reads()]).toEqual(['collecting', [], 1])
  await app.send(...confirm)
  await app.pass(600_000)
  expect(app.isOut()).toBe(false)
  await app.check()
  const [first, ...more] = app.sent()
  expect(more).toEqual([first])
})

test('a bonus collection confirmed before a reload is resent immediately, with its idempotency key', async () => {
  const pending = pendingOf({})
  const app = await open(pending)
  expect([app.now().value, app.sent()]).toEqual(['collecting', [{ key: pending.key, input: {} }]])
  await app.succeed()
  expect([app.now().value, app.now().context.pending, app.toasts.length]).toEqual(['shown', null, 1])
})

test('collecting the invite bonus again after an unknown outcome resends the stored request with its idempotency key, without a new confirmation', async () => {
  const app = await open()
  await app.send({ type: 'bonus.collect' }, { type: 'bonus.confirm' }, { type: 'bonus.leave' })
  expect(app.now().value).toBe('collecting')
  await app.lose()
  await app.send({ type: 'bonus.leave' })
  expect([app.now().value, app.now().context.pending?.isInDoubt]).toEqual(['shown', true])
  await app.send({ type: 'bonus.collect' })
  const [first, second] = app.sent() as { key: string }[]
  expect([app.now().value, second?.key]).toEqual(['collecting', first?.key])
})
