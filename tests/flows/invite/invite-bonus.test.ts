import { expect, test } from 'vitest'
import { startOwner } from '#tests/kit/owner.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { refused } from '#tests/kit/samples/failures.ts'
import { listener } from '#tests/kit/start.ts'
import inviteBonus from './invite-bonus.model.ts'

const confirm = [{ type: 'bonus.collect' }, { type: 'bonus.confirm' }] as const

async function open(pending: ReturnType<typeof pendingOf<object>> | null = null) {
  const toasts = listener()
  const it = await startOwner(inviteBonus, { toasts: toasts.ref as never, pending })
  return { ...it, toasts: toasts.heard }
}

test('asks the player first; cancelling sends nothing (R86)', async () => {
  const it = await open()
  await it.send({ type: 'bonus.confirm' }, { type: 'bonus.collect' })
  expect(it.now().value).toBe('confirming')
  await it.send({ type: 'bonus.leave' })
  expect([it.now().value, it.sent()]).toEqual(['shown', []])
})

test('sends the confirmation with a key, reports success, and re-reads the wallet (R86, R341)', async () => {
  const it = await open()
  await it.send(...confirm)
  expect(it.sent()).toEqual([{ key: expect.stringMatching(/^[\da-f-]{36}$/), input: {} }])
  await it.succeed()
  expect(it.toasts).toEqual([{ type: 'toast.show', tone: 'good', text: 'invite.collected' }])
  expect([it.now().value, it.now().context.pending, it.reads()]).toEqual(['shown', null, 1])
})

test.each(['NO_INVITE_BONUS', 'INVITE_COLLECT', 'INVITE_INACTIVE', 'NO_INVITEE_PLAY_INFO', 'INVITE_BONUS_FAIL'])(
  '%s: shows a red toast; the next time has a key of its own (R413)',
  async (code) => {
    const it = await open()
    await it.send(...confirm)
    await it.refuse(code)
    expect(it.toasts).toEqual([{ type: 'toast.show', tone: 'bad', text: refused(code) }])
    expect([it.now().value, it.reads()]).toEqual(['shown', 1])
    await it.send(...confirm)
    expect(new Set(it.sent().map((one) => (one as { key: string }).key)).size).toBe(2)
  },
)

test('without an answer re-reads the wallet and reports nothing; a check resends the request', async () => {
  const it = await open()
  await it.send(...confirm)
  await it.lose()
  expect([it.now().value, it.toasts, it.reads()]).toEqual(['collecting', [], 1])
  await it.send(...confirm)
  await it.pass(600_000)
  expect(it.isOut()).toBe(false)
  await it.check()
  const [first, ...more] = it.sent()
  expect(more).toEqual([first])
})

test('a collection confirmed before a reload is resent at once, with its key', async () => {
  const pending = pendingOf({})
  const it = await open(pending)
  expect([it.now().value, it.sent()]).toEqual(['collecting', [{ key: pending.key, input: {} }]])
  await it.succeed()
  expect([it.now().value, it.now().context.pending, it.toasts.length]).toEqual(['shown', null, 1])
})

test('left in doubt it stays stored; collecting again continues with its key, without a confirmation', async () => {
  const it = await open()
  await it.send({ type: 'bonus.collect' }, { type: 'bonus.confirm' }, { type: 'bonus.leave' })
  expect(it.now().value).toBe('collecting')
  await it.lose()
  await it.send({ type: 'bonus.leave' })
  expect([it.now().value, it.now().context.pending?.isInDoubt]).toEqual(['shown', true])
  await it.send({ type: 'bonus.collect' })
  const [first, second] = it.sent() as { key: string }[]
  expect([it.now().value, second?.key]).toEqual(['collecting', first?.key])
})
