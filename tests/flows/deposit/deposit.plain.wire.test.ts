import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { giftWallet } from '#contract/gift-link.ts'
import { QR_PROVIDERS } from '#contract/qr.ts'
import { SPEC_SETTINGS } from '#contract/settings.ts'
import { depositLogic, pendingDeposits, qrRules } from '#src/actors/deposit.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { listener } from '#tests/kit/start.ts'

const LOOKUP = 'GET /api/lookup/deposit'
const GIFT = 'POST /api/wallet/truelink'
const LINK = 'https://gift.example/?v=a-100'
let plain: ReturnType<typeof playPlainSite>
let dialog: Actor<typeof depositLogic>

/** Opens the dialog as its route does, and waits for the deposit methods and all QR codes. */
async function open() {
  const owner = listener().ref as never
  const input = { wallet: owner, toasts: owner, rules: qrRules(SPEC_SETTINGS), pending: pendingDeposits() }
  dialog = createActor(depositLogic, { input }).start()
  await waitFor(dialog, (s) => !s.hasTag('busy'))
  const { qr } = dialog.getSnapshot().context
  await Promise.all(QR_PROVIDERS.map((provider) => waitFor(qr[provider], (s) => !s.hasTag('busy'))))
}
beforeEach(async () => {
  plain = playPlainSite()
  await plain.signIn()
})
afterEach(() => void dialog.stop())

describe('the deposit methods on a plain backend', () => {
  it('are loaded with the specification’s lookup call (D-01)', async () => {
    await open()
    expect(plain.count(LOOKUP)).toBe(1)
    expect(dialog.getSnapshot().context.ways?.banks).toHaveLength(2)
  })

  it.each([true, false])(
    'show whether transfers are checked manually, and accept a slip either way: %s (D-11)',
    async (isManual) => {
      plain.site.switches.isManual = isManual
      await open()
      const { ways, slip } = dialog.getSnapshot().context
      expect(ways?.isManual).toBe(isManual)
      const file = new File(['picture'], 'slip.png', { type: 'image/png' })
      const facts = { name: file.name, size: file.size, type: file.type, lastModified: file.lastModified }
      slip.send({ type: 'slip.choose', facts })
      slip.send({ type: 'slip.submit', file })
      await waitFor(slip, (s) => s.matches({ slip: 'sent' }))
      expect(plain.site.named('0812345678').slips[0]?.status).toBe('PENDING')
    },
  )
})

describe('a QR code on a plain backend', () => {
  it('causes every other provider to reload when its tab is next opened after the code is created (D-15)', async () => {
    await open()
    const { qr } = dialog.getSnapshot().context
    const others = QR_PROVIDERS.filter((provider) => provider !== 'WW')
    expect(others).toHaveLength(4)
    dialog.send({ type: 'provider.choose', provider: 'WW' })
    qr.WW.send({ type: 'amount.type', text: '100' })
    qr.WW.send({ type: 'qr.create' })
    await waitFor(qr.WW, (s) => s.matches('shown'))
    for (const provider of others) {
      expect(qr[provider].getSnapshot().value).toBe('unread')
      const before = plain.count(`GET /api/qrcode/${provider}`)
      dialog.send({ type: 'provider.choose', provider })
      await waitFor(qr[provider], (s) => s.matches('empty'))
      expect(plain.count(`GET /api/qrcode/${provider}`)).toBe(before + 1)
    }
  })
})

describe('a gift link for a plain backend', () => {
  const send = async (link: string) => {
    await open()
    const { gift, ways } = dialog.getSnapshot().context
    gift.send({ type: 'link.type', link })
    gift.send({ type: 'gift.submit', account: giftWallet(ways ?? { wallets: [] }) ?? '' })
    return waitFor(gift, (s) => !s.hasTag('busy') && isSettled(s) && !s.matches('start'))
  }

  it('is sent with the name of the first wallet in AUTO mode, encrypted so that CryptoJS can decrypt it (D-42)', async () => {
    plain.site.wallets = [
      { walletAccountName: 'By hand', mode: 'MANUAL' },
      { walletAccountName: 'Automatic', mode: 'AUTO' },
    ]
    const before = plain.site.named('0812345678').main
    expect((await send(LINK)).value).toBe('received')
    expect(plain.site.named('0812345678').main - before).toBe(10_000)
    const [{ body } = { body: undefined }] = plain.requests.filter(({ line }) => line === GIFT)
    const { link } = body as { link: string }
    expect(Buffer.from(link, 'base64').toString('latin1')).toMatch(/^Salted__/)
    const { AES, enc } = await import('crypto-js')
    expect(AES.decrypt(link, 'krapao').toString(enc.Utf8)).toBe(`${LINK}::Automatic`)
  })

  it('is sent with the name of the first wallet if no wallet is in AUTO mode (D-42)', async () => {
    plain.site.wallets = [
      { walletAccountName: 'First', mode: 'MANUAL' },
      { walletAccountName: 'Second', mode: 'SMS' },
    ]
    await open()
    expect(giftWallet(dialog.getSnapshot().context.ways ?? { wallets: [] })).toBe('First')
  })

  it("fails with the server's message if the server refuses it (R394)", async () => {
    await plain.spoil(GIFT, 'code:ลิงก์นี้หมดอายุ')
    const { context } = await send(LINK)
    expect(context.failure?.message).toBe('ลิงก์นี้หมดอายุ')
  })
})
