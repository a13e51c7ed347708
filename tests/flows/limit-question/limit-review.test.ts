import { expect, it } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import limitReview from './limit-review.model.ts'

const REVIEW = 'limits.review'
const key = expect.stringMatching(/^[\da-f-]{36}$/)
const confirm = { type: 'review.confirm' } as const
const check = { type: 'review.check' } as const
const gotIt = { type: 'review.gotIt' } as const

async function open() {
  const wallet = listener()
  return { app: await start(limitReview, { wallet: wallet.ref as never }), wallet }
}
async function confirming() {
  const opened = await open()
  await opened.app.send(confirm)
  return opened
}

it('the limit review stores nothing until the player confirms (R636)', async () => {
  const { app } = await open()
  await app.pass(600_000)
  expect(app.now().value).toBe('asking')
  expect(app.asked(REVIEW)).toEqual([])
})

it('the limit review stores the confirmation once, with an idempotency key, and reloads the wallet (R636)', async () => {
  const { app, wallet } = await confirming()
  await app.send(confirm)
  expect(app.now().hasTag('busy')).toBe(true)
  expect(app.asked(REVIEW)).toEqual([{ key }])
  await app.answer(REVIEW, {})
  expect(app.now().value).toBe('confirmed')
  expect(wallet.heard).toEqual([{ type: 'wallet.read' }])
})

it('the limit review resends an unanswered confirmation with the same idempotency key when the player checks the outcome (R636)', async () => {
  const { app } = await confirming()
  await app.fail(REVIEW, noAnswer)
  expect(app.now().value).toBe('unsure')
  await app.send(check)
  const [first, second] = app.asked(REVIEW)
  expect(second).toEqual(first)
})

it('the player can return to the limit review without checking a confirmation that got no reply (R636)', async () => {
  const { app, wallet } = await confirming()
  await app.fail(REVIEW, noAnswer)
  await app.send(gotIt)
  expect(app.now().value).toBe('asking')
  expect(wallet.heard).toEqual([])
})

it('the limit review shows the reason for a refusal until the player dismisses it (R636)', async () => {
  const { app } = await confirming()
  await app.fail(REVIEW, refused('REQUEST_LIMIT'))
  expect(app.now().value).toBe('refused')
  expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
  await app.send(check, gotIt)
  expect(app.now().value).toBe('asking')
  expect(app.asked(REVIEW)).toHaveLength(1)
})
