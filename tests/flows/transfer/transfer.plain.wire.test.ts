import { beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { TRANSFER_MIN } from '#contract/transfer.ts'
import { transferLogic } from '#src/actors/transfer.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

let plain: ReturnType<typeof playPlainSite>

beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
})

async function transfer(amount: string) {
  const wallet = listener()
  const actor = createActor(transferLogic, {
    input: { wallet: wallet.ref as never, to: 'pg', least: TRANSFER_MIN, pending: null },
  }).start()
  actor.send({ type: 'amount.type', text: amount })
  actor.send({ type: 'transfer.submit' })
  const { value, context } = await waitFor(actor, isSettled)
  return { value, failure: context.failure, heard: wallet.heard.map(({ type }) => type) }
}

it('the transfer dialog reports why a plain backend refused a transfer, and no money moves (R394, R395)', async () => {
  const before = plain.site.named('0812345678').main
  const { value, failure, heard } = await transfer('90000')
  expect(value).toBe('refused')
  expect(failure?.code).toBe('MONEY_NOT_ENOUGH')
  expect(heard).toEqual(['wallet.read'])
  expect(plain.site.named('0812345678').main).toBe(before)
})

it('the transfer dialog keeps a server message that is not an error code (R394, R395)', async () => {
  await plain.spoil('POST /api/wallet/transfer', 'code:เกมนี้ปิดปรับปรุง')
  const { value, failure } = await transfer('10')
  expect(value).toBe('refused')
  expect(failure?.message).toBe('เกมนี้ปิดปรับปรุง')
})
