import * as v from 'valibot'
import { toSatang } from '#contract/money.ts'
import { deadlineOf, isLive, QR_PROVIDERS, QrCode, type QrProvider } from '#contract/qr.ts'
import { type Backend, brief, type Check, check, must, refusal, skip } from '../kit.ts'

/** An amount above every provider's minimum, in baht. */
const BAHT = 100

const codeAt = async (backend: Backend, provider: QrProvider) =>
  v.parse(QrCode, await backend.ask('qr.get', { provider }))

/** Skips the check if the member has an open code that may not be replaced. */
async function expectFree(backend: Backend) {
  if (backend.subject.isMoneyAllowed) return
  for (const each of QR_PROVIDERS)
    if ((await codeAt(backend, each)).hasQrcode) skip(`${each} has an open code: --money replaces it`)
}

type Code = { id: string; code: QrCode & { qrcode: string }; now: number }

/** Creates a code for `use`, and always deletes it afterwards. Skips the check if the provider issues none. */
async function withCode(backend: Backend, provider: QrProvider, use: (created: Code) => Promise<unknown>) {
  const reply = await backend.send('qr.create', { provider, amount: BAHT })
  backend.mustSucceed('qr.create', reply)
  const code = v.parse(QrCode, reply.body)
  if (!code.hasQrcode) return skip(`${provider} gives no code: ${code.message ?? 'no message'}`)
  must(isLive(code), `hasQrcode is true without qrcodeId or qrcode: ${brief(Object.keys(code))}`)
  try {
    await use({ id: code.qrcodeId, code, now: Date.parse(reply.headers.get('Date') ?? '') || Date.now() })
  } finally {
    await backend.send('qr.remove', { provider, qrcodeId: code.qrcodeId })
  }
}

/** Creates a code for `use`. Skips the check if the member has an open code that may not be replaced. */
async function withOnlyCode(backend: Backend, provider: QrProvider, use: (created: Code) => Promise<unknown>) {
  await expectFree(backend)
  await withCode(backend, provider, use)
}

const lifecycle = (provider: QrProvider): Check[] => [
  check('qr.get', `${provider}: the reply has the shape of the contract`, async (backend) => {
    const code = await codeAt(backend, provider)
    must(!code.hasQrcode || isLive(code), 'hasQrcode is true without qrcodeId or qrcode')
  }),
  check('qr.create', `${provider}: a new code has markup, the amount asked for and an end in the future`, (backend) =>
    withOnlyCode(backend, provider, async ({ code, now }) => {
      must(code.qrcode.trim() !== '', 'qrcode is empty')
      must(code.amount === undefined || code.amount === toSatang(BAHT), `amount is ${brief(code.amount)} satang`)
      const end = deadlineOf(code.expireIn, now)
      must(end !== null && end > now, `expireIn ${brief(code.expireIn)} is not in the future`)
    }),
  ),
  check('qr.get', `${provider}: a code that was created is there until it is deleted`, (backend) =>
    withOnlyCode(backend, provider, async ({ id }) => {
      const found = await codeAt(backend, provider)
      must(found.qrcodeId === id, `found ${brief(found.qrcodeId)} instead of the new code`)
    }),
  ),
  check('qr.remove', `${provider}: a deleted code is gone`, (backend) =>
    withOnlyCode(backend, provider, async ({ id }) => {
      await backend.ask('qr.remove', { provider, qrcodeId: id })
      const found = await codeAt(backend, provider)
      must(found.qrcodeId !== id && !found.hasQrcode, 'the code is still there')
    }),
  ),
]

const noCodeFor = (amount: number): Check =>
  check('qr.create', `an amount of ${amount} baht brings no code`, async (backend) => {
    const reply = await backend.send('qr.create', { provider: 'KBANK', amount })
    if (reply.status < 300) {
      backend.mustSucceed('qr.create', reply)
      must(v.parse(QrCode, reply.body).hasQrcode === false, 'a code was created')
    } else backend.mustRefuse(reply)
  })

/** QR code deposits. */
export const qrChecks = [
  ...QR_PROVIDERS.flatMap(lifecycle),
  noCodeFor(0),
  noCodeFor(-5),
  check(
    'qr.create',
    'a new code replaces the one at another provider',
    (backend) =>
      withOnlyCode(backend, 'KBANK', (first) =>
        withCode(backend, 'WW', async (second) => {
          must(!(await codeAt(backend, 'KBANK')).hasQrcode, 'two codes are open')
          must((await codeAt(backend, 'WW')).qrcodeId === second.id, 'the newer code is gone')
          must(first.id !== second.id, 'both codes have the same id')
        }),
      ),
    { level: 'full' },
  ),
  check('qr.create', 'codes alone move no money', async (backend) => {
    const before = await backend.money()
    await withOnlyCode(backend, 'KBANK', async ({ id }) => {
      await backend.ask('qr.remove', { provider: 'KBANK', qrcodeId: id })
    })
    must((await backend.money()).total === before.total, 'the money changed')
  }),
  refusal('qr.remove', 'an unknown code', { provider: 'KBANK', qrcodeId: 'no-such-code' }, ['NO_DATA'], {
    level: 'full',
  }),
  refusal('qr.get', 'an unknown provider', { provider: 'NO-SUCH-BANK' }),
  refusal('qr.create', 'an unknown provider', { provider: 'NO-SUCH-BANK', amount: BAHT }),
]
