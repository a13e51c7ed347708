import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { countStatements } from '#tests/kit/sent-statements.ts'
import { startBackend } from '#tests/kit/server.ts'

/**
 * The statements of each call, `begin` and `commit` among them. A read sends two: one finds the session and one the data.
 * Calls that a stranger may make have no session, and some are answered from the settings and the cached switches.
 */
const STATEMENTS: Record<CallName, number> = {
  'account.create': 16,
  'account.login': 14,
  'account.logout': 9,
  'account.password': 15,
  'account.profile': 2,
  'account.rename': 10,
  'account.update': 14,
  'account.validate': 3,
  'autoLogin.password': 2,
  'autoLogin.user': 2,
  'bonus.activate': 22,
  'bonus.active': 2,
  'bonus.clear': 26,
  'bonus.list': 2,
  'bonus.minimum': 2,
  'chat.config': 2,
  'chat.history': 2,
  'chat.read': 9,
  'chat.send': 14,
  'chat.uploadImage': 12,
  'chat.uploadVideo': 12,
  'invite.banners': 1,
  'invite.bonus': 28,
  'invite.list': 2,
  'lookup.active': 0,
  'lookup.agreements': 1,
  'lookup.banks': 0,
  'lookup.conditions': 0,
  'lookup.contact': 0,
  'lookup.deposit': 2,
  'lookup.enableChatWidget': 0,
  'lookup.info': 0,
  'lookup.notice': 1,
  'lookup.registerOTP': 0,
  'lookup.slip': 1,
  'lookup.sources': 0,
  'lookup.withdraw': 1,
  'otp.send': 16,
  'otp.verify': 9,
  'promotion.activate': 19,
  'promotion.current': 2,
  'promotion.find': 3,
  'qr.create': 17,
  'qr.get': 2,
  'qr.remove': 9,
  'refund.addWallet': 18,
  'refund.banners': 1,
  'refund.check': 2,
  'refund.list': 2,
  'refund.receive': 18,
  'spin.active': 1,
  'spin.claim': 19,
  'spin.coupons': 2,
  'spin.setup': 2,
  'spin.spin': 11,
  'statement.list': 2,
  'statement.reference': 2,
  'statement.slips': 2,
  'wallet.account': 2,
  'wallet.activate': 17,
  'wallet.add': 12,
  'wallet.get': 2,
  'wallet.refresh': 1,
  'wallet.resetpassword': 13,
  'wallet.slip': 12,
  'wallet.transfer': 22,
  'wallet.transferAll': 20,
  'wallet.truelink': 23,
  'wallet.withdraw': 16,
  'wallet.withdrawAll': 16,
}

/** Reads whose failed attempts are counted: one statement more looks at the count. */
const LIMITED: readonly CallName[] = ['account.validate', 'promotion.find']

it('sends a known number of statements in each call, at most two in a read (R385)', async () => {
  const backend = await startBackend()
  const sent = countStatements(backend.world)
  const most: Partial<Record<CallName, number>> = {}
  await makeEveryCall(backend, async (name, request) => {
    // The switches are cached then.
    await backend.call('lookup.active', {})
    sent()
    const reply = await request()
    most[name] = Math.max(sent(), most[name] ?? 0)
    return reply
  })
  expect(most).toEqual(STATEMENTS)
  const reads = (Object.keys(calls) as CallName[]).filter((name) => calls[name].kind === 'read')
  expect(reads.filter((name) => STATEMENTS[name] > (LIMITED.includes(name) ? 3 : 2))).toEqual([])
}, 60_000)
