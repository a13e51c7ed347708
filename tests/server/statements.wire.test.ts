import { expect, it } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { countStatements } from '#tests/kit/sent-statements.ts'
import { startBackend } from '#tests/kit/server.ts'

/** The most statements of each call, `begin` and `commit` among them. */
const CEILINGS: Record<CallName, number> = {
  'account.create': 16,
  'account.login': 10,
  'account.logout': 7,
  'account.password': 12,
  'account.profile': 6,
  'account.rename': 10,
  'account.update': 12,
  'account.validate': 7,
  'autoLogin.password': 6,
  'autoLogin.user': 6,
  'bonus.activate': 32,
  'bonus.active': 6,
  'bonus.clear': 43,
  'bonus.list': 9,
  'bonus.minimum': 7,
  'chat.config': 6,
  'chat.history': 6,
  'chat.read': 10,
  'chat.send': 15,
  'chat.uploadImage': 14,
  'chat.uploadVideo': 14,
  'invite.banners': 6,
  'invite.bonus': 33,
  'invite.list': 7,
  'lookup.active': 4,
  'lookup.agreements': 6,
  'lookup.banks': 4,
  'lookup.conditions': 5,
  'lookup.contact': 5,
  'lookup.deposit': 8,
  'lookup.enableChatWidget': 5,
  'lookup.info': 5,
  'lookup.notice': 5,
  'lookup.registerOTP': 5,
  'lookup.slip': 5,
  'lookup.sources': 4,
  'lookup.withdraw': 5,
  'otp.send': 17,
  'otp.verify': 10,
  'promotion.activate': 22,
  'promotion.current': 6,
  'promotion.find': 6,
  'qr.create': 17,
  'qr.get': 6,
  'qr.remove': 10,
  'refund.addWallet': 25,
  'refund.banners': 6,
  'refund.check': 8,
  'refund.list': 7,
  'refund.receive': 25,
  'spin.active': 6,
  'spin.claim': 23,
  'spin.coupons': 6,
  'spin.setup': 7,
  'spin.spin': 13,
  'statement.list': 7,
  'statement.reference': 6,
  'statement.slips': 7,
  'wallet.account': 6,
  'wallet.activate': 18,
  'wallet.add': 16,
  'wallet.get': 8,
  'wallet.refresh': 5,
  'wallet.resetpassword': 14,
  'wallet.slip': 12,
  'wallet.transfer': 31,
  'wallet.transferAll': 29,
  'wallet.truelink': 26,
  'wallet.withdraw': 21,
  'wallet.withdrawAll': 21,
}

it('sends no more statements in a call than its ceiling (R385)', async () => {
  const backend = await startBackend()
  const sent = countStatements(backend.world)
  const over = new Set<string>()
  await makeEveryCall(backend, async (name, request) => {
    sent()
    const reply = await request()
    const count = sent()
    if (count > CEILINGS[name]) over.add(`${name}: ${count} of at most ${CEILINGS[name]}`)
    return reply
  })
  expect([...over]).toEqual([])
}, 60_000)
