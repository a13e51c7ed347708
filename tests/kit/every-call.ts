import type * as v from 'valibot'
import { expect } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { DATA_START } from '#contract/data.ts'
import { passwordHeader } from '#contract/profile.ts'
import { OTP_HEADER } from '#contract/register.ts'
import type { OpenSession } from '#contract/sessions.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { authenticator, LOCAL } from './authenticator.ts'
import { chatMedia, mp4 } from './chat.ts'
import { giftLink, pngSlip, sealedGift } from './money-in.ts'
import { type Backend, NEWCOMER, type Reply, type Sent } from './server.ts'

const DAY = 24 * 60 * 60_000

/**
 * Makes every call of the contract at least once on a fresh backend, and expects each to succeed. `around` wraps each
 * request. Returns the id of the created deposit code.
 */
export async function makeEveryCall(
  backend: Backend,
  around: (name: CallName, request: () => Promise<Reply>) => Promise<Reply> = (_, request) => request(),
): Promise<string> {
  const called = new Set<string>()
  let token = ''
  /** Makes one call and expects it to succeed, because only then are all of its SQL statements sent. */
  async function ask<N extends CallName>(name: N, input: v.InferInput<Calls[N]['input']>, more: Sent = {}) {
    const { status, body } = await around(name, () => backend.call(name, input, { token, ...more }))
    expect(status, `${name}: ${body.code}`).toBe(200)
    called.add(name)
    return body
  }
  const page = { page: 1, limit: 10 }

  await ask('lookup.active', {})
  await ask('lookup.info', {})
  await ask('lookup.contact', {})
  await ask('lookup.conditions', {})
  await ask('lookup.enableChatWidget', {})
  await ask('lookup.registerOTP', {})
  await ask('lookup.banks', {})
  await ask('lookup.sources', {})
  const phone = NEWCOMER.username
  const { otpToken } = await ask('otp.send', { phoneNumber: phone })
  const otpCode = /#(\d{6})$/.exec((await backend.texts(phone))[0] ?? '')?.[1] ?? ''
  await ask('otp.verify', { otpToken: String(otpToken), otpCode })
  const { bankCode, bankAccountName, bankAccountNo, ...person } = NEWCOMER
  const verified = { headers: { [OTP_HEADER]: String(otpToken) } }
  await ask('account.validate', person, verified)
  await ask('account.create', { ...NEWCOMER, inviteCode: `PR${await backend.idOf()}` }, verified)

  const forgetful = { phoneNumber: DEMO.bonus.username }
  const { otpToken: recovery } = await ask('recover.send', forgetful)
  const [message = ''] = await backend.texts(forgetful.phoneNumber)
  await ask('recover.verify', { otpToken: String(recovery), otpCode: /#(\d{6})$/.exec(message)?.[1] ?? '' })
  const recovering = { headers: { [OTP_HEADER]: String(recovery) } }
  await ask('recover.password', { ...forgetful, password: NEWCOMER.password }, recovering)

  const { username } = DEMO.member
  const device = { headers: { Cookie: 'device=unknown' } }
  token = String((await ask('account.login', { username, password: DEMO_PASSWORD, remember: true }, device)).token)
  const own = authenticator(LOCAL)
  const { challenge: asked } = await ask('passkey.prepare', { password: DEMO_PASSWORD })
  await ask('passkey.add', own.create(String(asked)))
  const { challenge: entry } = await ask('passkey.challenge', {})
  await ask('account.passkey', own.answer(String(entry)))
  await ask('passkey.confirm', { digest: 'A'.repeat(43) })
  const { passkeys } = await ask('passkey.list', {})
  const [passkey] = passkeys as { id: string }[]
  await ask('passkey.remove', { id: passkey?.id ?? '', password: DEMO_PASSWORD })
  await ask('account.profile', {})
  const withPassword = { headers: passwordHeader(DEMO_PASSWORD) }
  await ask('account.rename', { bankCode: DEMO.member.bankCode, bankAccountName }, withPassword)
  const passwords = { oldPassword: DEMO_PASSWORD, newPassword: NEWCOMER.password }
  token = String((await ask('account.password', passwords)).token)
  const withNewPassword = { headers: passwordHeader(NEWCOMER.password) }
  const other = await backend.login()
  const { sessions } = await ask('session.list', {}, { token: other })
  const here = (sessions as OpenSession[]).find(({ isCurrent }) => isCurrent)
  await ask('session.end', { id: here?.id ?? '' }, withNewPassword)
  await backend.login()
  await ask('session.endOthers', {}, withNewPassword)
  await ask('account.events', { page: 1, limit: 10 })
  await ask('lookup.agreements', {})
  await ask('lookup.notice', {})
  await ask('lookup.deposit', {})
  await ask('lookup.slip', {})
  await ask('lookup.withdraw', {})

  await ask('wallet.get', {})
  await ask('wallet.refresh', {})
  await ask('wallet.activate', { code: 'areaslot' })
  await ask('wallet.resetpassword', { code: 'pg' })
  const { username: user } = await ask('wallet.account', { code: 'pg' })
  await ask('autoLogin.user', { provider: 'pg', user: String(user) })
  const login = await ask('wallet.account', { code: 'usun' })
  const credentials = { user: String(login.username), pass: String(login.password) }
  await ask('autoLogin.password', { provider: 'usun', ...credentials })
  await ask('wallet.transfer', { from: WALLET, to: 'pg', amount: 1 })
  await ask('wallet.transfer', { from: 'pg', to: 'joker2', amount: 1 })
  await ask('wallet.withdraw', { amount: 100 })
  await ask('wallet.withdrawAll', { amount: 100 })
  await ask('wallet.add', { amount: 100 })
  const payee = { bankCode, bankAccountName, bankAccountNo: '1231231231' }
  await ask('account.update', { name: 'Player', ...payee }, withNewPassword)
  await ask('wallet.truelink', { link: sealedGift(giftLink('one-20')) })
  await ask('wallet.slip', { file: pngSlip() })
  const { slips } = await ask('statement.slips', page)
  const settled = (slips as { reference?: string }[]).find(({ reference }) => reference)
  await ask('statement.reference', { reference: settled?.reference ?? '' })
  await ask('statement.list', page)
  const { qrcodeId } = await ask('qr.create', { provider: 'KBANK', amount: 100 })
  await ask('qr.get', { provider: 'KBANK' })
  await ask('qr.remove', { provider: 'KBANK', qrcodeId: String(qrcodeId) })

  await ask('invite.banners', {})
  await ask('invite.list', page)
  await ask('invite.bonus', {})
  await ask('refund.banners', {})
  await ask('refund.list', page)
  await ask('refund.check', {})
  await ask('refund.receive', {})
  await backend.stake('lose', 100)
  backend.pass(DAY)
  // Also extends the session, because it is the first call after more than a minute.
  await backend.call('lookup.notice', {}, { token })
  await ask('refund.addWallet', {})
  await ask('spin.active', {})
  await ask('spin.setup', {})
  backend.fate('CASH20')
  await ask('spin.spin', {})
  await ask('spin.coupons', {})
  await ask('spin.claim', { coupon: 'CASH20' })
  await ask('bonus.list', {})
  await ask('bonus.activate', { code: 'DAILY' })
  await ask('bonus.active', {})
  await ask('bonus.minimum', {})
  await backend.stake('win', 10)
  await ask('bonus.clear', {})
  await ask('wallet.transferAll', { to: 'pg' })
  await ask('promotion.find', { code: 'KRAPAO100' })
  await ask('promotion.activate', { code: 'KRAPAO100' })
  await ask('promotion.current', {})

  await ask('chat.config', {})
  const { path } = await ask('chat.uploadImage', { file: pngSlip() })
  await ask('chat.uploadVideo', { file: mp4() })
  await ask('chat.send', chatMedia(String(path)))
  await ask('chat.history', { limit: 10, skip: 0 })
  await ask('chat.read', {})
  await backend.send('GET', String(path))
  const sentTwice = { from: WALLET, to: 'joker2', amount: 1 }
  await ask('wallet.transfer', sentTwice, { key: 'same' })
  await ask('limits.read', {})
  await ask('limits.set', { period: 'month', amount: 100_000, isConfirmed: false })
  await ask('limits.set', { kind: 'time', period: 'month', minutes: 43_200, isConfirmed: false })
  await ask('limits.review', {})
  await ask('timeCheck.set', { minutes: 60 })
  await ask('timeCheck.visit', { since: '0' })
  for (let after: unknown = DATA_START; after !== null; )
    after = (await ask('data.page', { after: String(after) })).next
  await ask('data.erasure', {})
  await ask('data.erase', { password: NEWCOMER.password })
  await ask('data.keep', {})
  await ask('care.read', {})
  await ask('care.break', { length: 'halfYear', password: NEWCOMER.password })
  await ask('account.logout', {})
  await ask('wallet.transfer', sentTwice, { key: 'same' })
  expect(called).toEqual(new Set(Object.keys(calls)))
  return String(qrcodeId)
}
