import { beforeEach, describe, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { SPEC_SETTINGS } from '#contract/settings.ts'
import { slipConclusion } from '#contract/slip.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { changePasswordLogic, passwordSentAt } from '#src/actors/profile.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { registerClient } from '#tests/kit/register-client.ts'
import { NEWCOMER } from '#tests/kit/server.ts'
import { listener } from '#tests/kit/start.ts'

let plain: ReturnType<typeof playPlainSite>

beforeEach(() => {
  plain = playPlainSite()
})

describe('a registration whose outcome is unknown, on a backend without idempotency keys,', () => {
  const ACCOUNT = 'POST /api/account'
  async function unanswered(loss: 'request' | 'reply') {
    plain.site.switches.registerOTP = false
    const app = await registerClient()
    await app.phone()
    await app.person()
    plain.lose(ACCOUNT, loss)
    expect((await app.account()).value).toBe('unsure')
    return app
  }

  it('is sent once, and counts as done if a login with the typed password succeeds (R53, R385)', async () => {
    const app = await unanswered('reply')
    expect((await app.check()).value).toBe('registered')
    expect(app.told()).toEqual(['register.done'])
    expect(plain.count(ACCOUNT)).toBe(1)
  })

  it('counts as not done if the login is refused, and can then be sent again (R385)', async () => {
    const app = await unanswered('request')
    expect((await app.check()).value).toBe('bank')
    expect(app.told()).toEqual(['REGISTER_FAIL'])
    expect(plain.count(ACCOUNT)).toBe(1)
    expect((await app.account()).value).toBe('registered')
    expect(plain.count(ACCOUNT)).toBe(2)
  })

  it('stays unresolved after a reload, because no password is stored (R385)', async () => {
    const app = await unanswered('reply')
    app.actor.stop()
    const kept = [...plain.stores.session.values(), ...plain.stores.local.values()].join()
    expect(kept).not.toContain(NEWCOMER.password)
    const again = await registerClient()
    expect(again.now().value).toBe('lost')
    again.actor.send({ type: 'register.login' })
    expect((await registerClient()).now().value).not.toBe('lost')
    expect(plain.count(ACCOUNT)).toBe(1)
  })

  it('stays unresolved until the login gets a reply (R385)', async () => {
    const app = await unanswered('reply')
    plain.lose('POST /api/login', 'reply')
    expect((await app.check()).value).toBe('unsure')
    expect((await app.check()).value).toBe('registered')
    expect(plain.count(ACCOUNT)).toBe(1)
  })
})

describe('an unanswered request for a one-time code on a backend without idempotency keys', () => {
  it('is sent again when the player retries (R39, R385)', async () => {
    const app = await registerClient()
    plain.lose('POST /api/otp/send', 'reply')
    await app.phone(NEWCOMER.username)
    expect(app.otp().getSnapshot().value).toBe('unsent')
    app.otp().send({ type: 'otp.retry' })
    await app.quiet()
    expect(app.otp().getSnapshot().matches('open')).toBe(true)
    expect(plain.count('POST /api/otp/send')).toBe(2)
  })
})

describe('a password change whose outcome is unknown, on a backend without idempotency keys,', () => {
  const CHANGE = 'PUT /api/account/changepwd'
  const NEW = 'new-demo1234'
  async function unanswered(loss: 'request' | 'reply') {
    await plain.signIn()
    const actor = createActor(changePasswordLogic, {
      input: { least: undefined, endsSessions: false, sentAt: passwordSentAt() },
    }).start()
    const send = async (type: 'password.submit' | 'password.check') => {
      actor.send({ type, oldPassword: 'demo1234', newPassword: NEW, confirm: NEW })
      return waitFor(actor, (s) => !s.hasTag('busy'))
    }
    plain.lose(CHANGE, loss)
    expect((await send('password.submit')).value).toBe('unsure')
    return send
  }

  it('is sent once, and counts as done if a login with the new password succeeds (R410, R385)', async () => {
    const send = await unanswered('reply')
    expect((await send('password.check')).value).toBe('saved')
    expect(plain.count(CHANGE)).toBe(1)
    expect(await plain.signIn('0812345678', NEW)).toBe(true)
  })

  it('stays unresolved after a reload, because no password is stored (R410, R385)', async () => {
    await unanswered('reply')
    const kept = [...plain.stores.session.values(), ...plain.stores.local.values()].join()
    expect(kept).not.toMatch(/demo1234/)
    const input = { least: undefined, endsSessions: false, sentAt: passwordSentAt() }
    const again = createActor(changePasswordLogic, { input }).start()
    expect(again.getSnapshot().value).toBe('lost')
    again.send({ type: 'password.gotIt' })
    expect(passwordSentAt()).toBeNull()
  })

  it('counts as not done if the new password is refused (R410, R385)', async () => {
    const send = await unanswered('request')
    const { value, context } = await send('password.check')
    expect(value).toBe('refused')
    expect(context.failure?.kind).toBe('refused')
    expect(plain.count(CHANGE)).toBe(1)
  })
})

describe('an unanswered request for a QR code on a backend without idempotency keys', () => {
  const CODE = 'POST /api/qrcode/WW'
  async function unanswered(loss: 'request' | 'reply') {
    await plain.signIn()
    const wallet = listener().ref as never
    const input = { wallet, toasts: wallet, rules: qrRules(SPEC_SETTINGS), pending: { gift: null, slip: null } }
    const dialog = createActor(depositLogic, { input }).start()
    const { WW } = dialog.getSnapshot().context.qr
    await waitFor(WW, (s) => s.matches('empty'))
    WW.send({ type: 'amount.type', text: '100' })
    plain.lose(CODE, loss)
    WW.send({ type: 'qr.create' })
    await waitFor(WW, (s) => s.matches('unsure'))
    WW.send({ type: 'qr.check' })
    await waitFor(WW, (s) => !s.hasTag('busy'))
    return WW
  }

  it('is resolved by reading the code, without creating another one (R214, R385)', async () => {
    const WW = await unanswered('reply')
    expect(WW.getSnapshot().value).toBe('shown')
    expect(plain.count(CODE)).toBe(1)
  })

  it('is reported as failed if there is no code to read (R214, R401, R385)', async () => {
    const WW = await unanswered('request')
    expect(WW.getSnapshot().value).toBe('empty')
    expect(WW.getSnapshot().context.failure?.code).toBe('QR_FAIL')
    expect(plain.count(CODE)).toBe(1)
  })
})

describe('a slip whose outcome is unknown, on a backend without idempotency keys,', () => {
  const SLIP = 'POST /api/wallet/slip'
  const file = new File(['picture'], 'slip.png', { type: 'image/png' })
  const facts = { name: file.name, size: file.size, type: file.type, lastModified: file.lastModified }
  function open() {
    const owner = listener().ref as never
    const input = { wallet: owner, toasts: owner, rules: qrRules(SPEC_SETTINGS), pending: pendingDeposits() }
    return createActor(depositLogic, { input }).start().getSnapshot().context.slip
  }
  async function send(slip: ReturnType<typeof open>) {
    slip.send({ type: 'slip.choose', facts })
    slip.send({ type: 'slip.submit', file })
    await waitFor(slip, (s) => !s.hasTag('busy'))
  }

  it('is sent once, and the dialog reads the newest slips instead of resending it, even when reopened (R336, R385)', async () => {
    await plain.signIn()
    const first = open()
    plain.lose(SLIP, 'reply')
    await send(first)
    const again = open()
    await waitFor(again, (s) => !s.hasTag('busy'))
    for (const slip of [first, again]) {
      const { context, ...seen } = slip.getSnapshot()
      expect(seen.matches({ slip: 'evident' })).toBe(true)
      expect(context.slips[0]?.status).toBe('PENDING')
      expect(slipConclusion(context.slips, context.pending?.sentAt ?? 0)).toBe('done')
    }
    expect(plain.count(SLIP)).toBe(1)
  })

  it('can be uploaded again only after the player has given up on the pending upload (R336, R385)', async () => {
    await plain.signIn()
    const slip = open()
    plain.lose(SLIP, 'request')
    plain.lose('POST /api/statement/slip', 'reply')
    await send(slip)
    expect(slip.getSnapshot().matches({ slip: 'unseen' })).toBe(true)
    slip.send({ type: 'slip.check' })
    await waitFor(slip, (s) => s.matches({ slip: 'evident' }))
    expect(plain.count(SLIP)).toBe(1)
    slip.send({ type: 'slip.giveUp' })
    await send(slip)
    expect(slip.getSnapshot().matches({ slip: 'sent' })).toBe(true)
    expect(plain.count(SLIP)).toBe(2)
  })
})
