import { expect, it, onTestFinished, vi } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { countStatements } from '#tests/kit/sent-statements.ts'
import { startBackend } from '#tests/kit/server.ts'

/** If a new call has no number yet, TypeScript's error shows this type's name. */
type StatementsOfEachCall = { [N in CallName]: number }
/**
 * The number of SQL statements that each call runs, including `begin` and `commit`. A read runs two: one for the
 * session and one for the data. Public calls have no session, and some are answered from the settings and the cached
 * switches. For a new call, write 0: the test then fails and shows the right number.
 */
const STATEMENTS: StatementsOfEachCall = {
  'account.create': 14,
  'account.login': 13,
  'account.logout': 7,
  'account.password': 19,
  'account.profile': 2,
  'account.rename': 12,
  'account.update': 13,
  'account.validate': 3,
  'autoLogin.password': 2,
  'autoLogin.user': 2,
  'bonus.activate': 21,
  'bonus.active': 2,
  'bonus.clear': 22,
  'bonus.list': 2,
  'bonus.minimum': 2,
  'chat.config': 2,
  'chat.history': 2,
  'chat.read': 7,
  'chat.send': 12,
  'chat.uploadImage': 10,
  'chat.uploadVideo': 10,
  'invite.banners': 1,
  'invite.bonus': 24,
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
  'lookup.withdraw': 2,
  'otp.send': 12,
  'otp.verify': 8,
  'promotion.activate': 18,
  'promotion.current': 2,
  'promotion.find': 3,
  'qr.create': 17,
  'qr.get': 2,
  'qr.remove': 7,
  'recover.password': 16,
  'recover.send': 13,
  'recover.verify': 8,
  'refund.addWallet': 15,
  'refund.banners': 1,
  'refund.check': 2,
  'refund.list': 2,
  'refund.receive': 15,
  'session.end': 11,
  'session.endOthers': 13,
  'passkey.list': 2,
  'passkey.prepare': 12,
  'passkey.add': 11,
  'passkey.remove': 12,
  'passkey.confirm': 2,
  'passkey.challenge': 0,
  'account.passkey': 12,
  'session.list': 2,
  'account.events': 2,
  'care.read': 2,
  'care.break': 12,
  'limits.read': 2,
  'limits.set': 12,
  'limits.review': 7,
  'timeCheck.set': 6,
  'timeCheck.visit': 2,
  'data.page': 2,
  'data.erasure': 2,
  'data.erase': 12,
  'data.keep': 8,
  'spin.active': 1,
  'spin.claim': 16,
  'spin.coupons': 2,
  'spin.setup': 2,
  'spin.spin': 11,
  'statement.list': 2,
  'statement.reference': 2,
  'statement.slips': 2,
  'wallet.account': 2,
  'wallet.activate': 17,
  'wallet.add': 9,
  'wallet.get': 2,
  'wallet.refresh': 1,
  'wallet.resetpassword': 10,
  'wallet.slip': 10,
  'wallet.transfer': 18,
  'wallet.transferAll': 17,
  'wallet.truelink': 22,
  'wallet.withdraw': 14,
  'wallet.withdrawAll': 14,
}

/** Reads whose failed attempts are counted: one additional statement reads the counter. */
const LIMITED: readonly CallName[] = ['account.validate', 'promotion.find']

it('each call runs the expected number of SQL statements, and a read runs at most two, or three if its attempts are limited (R385)', async () => {
  const backend = await startBackend()
  // keeps the cached switches from expiring
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => clock.mockRestore())
  const sent = countStatements(backend.world)
  const most: Partial<Record<CallName, number>> = {}
  await makeEveryCall(backend, async (name, request) => {
    // Caches the file key and the switches, so that reading them is not counted.
    await backend.app.request(`/slips/${'x'.repeat(32)}`)
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
