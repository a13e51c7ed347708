import { expect, test } from 'vitest'
import { roomOf } from '#contract/chat.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PREFIX } from '#server/domain/chat.ts'
import { chatText, guestOf } from '#tests/kit/chat.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { logged } from '#tests/kit/logged.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { NEWCOMER, startBackend } from '#tests/kit/server.ts'

const ADDRESS = '203.0.113.77'
const SAID = 'please call me back'
const WRONG = 'a-wrong-password'
const BROKEN = 'words of an adapter: '

test('the log of a player’s typical day contains no phone number, name, token, password, code, account number, message or address', async () => {
  const backend = await startBackend({ env: { TRUST_PROXY: '1', CALL_SECONDS: '1' } })
  const lines = logged('info')
  const { call } = backend
  const headers = { 'X-Forwarded-For': ADDRESS }
  const secrets = [ADDRESS, SAID, WRONG, BROKEN, DEMO_PASSWORD, ...Object.values(NEWCOMER)]

  const { otpToken, otpCode, wrong } = await backend.code(NEWCOMER.username, { headers })
  secrets.push(otpToken, otpCode, wrong)
  await call('otp.verify', { otpToken, otpCode: wrong }, { headers })
  await call('otp.verify', { otpToken, otpCode }, { headers })
  const verified = { ...headers, [OTP_HEADER]: otpToken }
  expect((await call('account.create', NEWCOMER, { headers: verified })).status).toBe(200)
  const { username, password } = NEWCOMER
  expect((await call('account.login', { username, password: WRONG }, { headers })).status).toBe(401)
  const { body } = await call('account.login', { username, password }, { headers })
  const token = String(body.token)
  secrets.push(token, token.slice(0, 8), await backend.idOf(username))
  await call('account.password', { oldPassword: WRONG, newPassword: WRONG }, { token })
  await call('account.update', { ...DEMO.member }, { token, headers: { 'X-Current-Password': WRONG } })
  secrets.push(DEMO.member.bankAccountNo, DEMO.member.name)

  const member = await backend.login()
  const slip = new FormData()
  slip.append('file', pngSlip())
  await backend.send('POST', '/api/wallet/slip', { token: member, key: 'the-key-of-a-slip', body: slip })
  await call('wallet.transfer', { from: 'WALLET', to: 'pg', amount: 100 }, { token: member })
  await call('wallet.withdrawAll', { amount: 100 }, { token: member })
  await call('wallet.truelink', { link: sealedGift(giftLink('day-20')) }, { token: member })
  secrets.push(member, 'the-key-of-a-slip', giftLink('day-20'), sealedGift(giftLink('day-20')))
  const { password: gamePassword, username: gameUser } = await backend.credentials(member, 'imi')
  await backend.send('GET', `/api/autoLogin/imi/${gameUser}/${gamePassword}`, { token: member })
  secrets.push(String(gamePassword), String(gameUser))
  // Like the adapters, quotes its input in the error.
  const quote = (order: object) => Promise.reject(new TypeError(`${BROKEN}${JSON.stringify(order)}`))
  Object.assign(backend.world, {
    moveIntoGame: quote,
    sendSms: quote,
    redeemGift: quote,
    gameLink: quote,
    hearChat: quote,
    find: quote,
  })
  await call('wallet.transfer', { from: 'WALLET', to: 'pg', amount: 1 }, { token: member })

  const { guestId, name } = await guestOf(backend)
  secrets.push(guestId, name)
  const site = await openSite(backend)
  const line = await site.line({ guestId })
  await line.join(roomOf(PREFIX, name))
  await call('chat.send', chatText(SAID, 'id-of-a-message'), {
    key: 'the-key-of-a-message',
    headers: { Authorization: `Guest ${guestId}`, ...headers },
  })
  secrets.push('the-key-of-a-message', 'id-of-a-message')

  const text = JSON.stringify(lines)
  const called = new Set(lines.map((logLine) => logLine.call))
  expect([...called]).toEqual(
    expect.arrayContaining([
      'account.login',
      'account.create',
      'otp.verify',
      'wallet.slip',
      'wallet.transfer',
      'chat.send',
    ]),
  )
  expect(lines.filter(({ msg }) => msg === 'moveIntoGame')).not.toEqual([])
  expect(lines.filter(({ msg }) => msg === 'chat')).toMatchObject([{ error: 'TypeError', at: expect.any(String) }])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})
