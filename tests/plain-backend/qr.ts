import type { Api } from './api.ts'
import { text } from './fields.ts'
import type { Member, QrRecord } from './member.ts'
import { amount, type Satang } from './money.ts'
import { Refused } from './refused.ts'

/** The minimum deposit of each provider, in satang. Source: R532. */
const MINIMUM: Record<string, Satang> = { KBANK: 100, WW: 10_000, PAYTIMZ: 1_000, PAYONEX: 10_000, FP: 1_000 }
const QR_TIME = 10 * 60_000

function minimumOf(provider: string): Satang {
  const minimum = MINIMUM[provider]
  if (minimum === undefined) throw new Refused('QR_FAIL')
  return minimum
}

/** Returns an SVG image that looks like a QR code. Its modules are the bits of the id. */
function markup(id: string): string {
  const bits = [...id.replaceAll('-', '')]
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('')
  const modules = [...bits].map((bit, at) => (bit === '1' ? `M${at % 12} ${Math.floor(at / 12)}h1v1h-1z` : '')).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12"><path d="${modules}"/></svg>`
}

const shown = ({ qrcodeId, amount, ends }: QrRecord) => ({
  hasQrcode: true,
  qrcodeId,
  qrcode: markup(qrcodeId),
  amount: amount / 100,
  expireIn: new Date(ends).toISOString(),
})

/** Returns the member's open QR code from a provider, or undefined if there is none. */
export function openCode(member: Member, provider: string): QrRecord | undefined {
  const code = member.codes.get(provider)
  return code && code.ends > Date.now() ? code : undefined
}

/** Registers the calls for deposit QR codes. A member has at most one open code per provider. */
export function qr(api: Api) {
  api.member('GET /api/qrcode/:provider', { provider: text }, (member, { provider }) => {
    minimumOf(provider)
    const code = openCode(member, provider)
    return code ? shown(code) : { hasQrcode: false }
  })
  api.member('POST /api/qrcode/:provider', { provider: text, amount }, (member, { provider, amount }) => {
    if (amount < minimumOf(provider)) return { hasQrcode: false, message: 'ยอดเงินต่ำกว่าขั้นต่ำ' }
    const code = { qrcodeId: crypto.randomUUID(), amount, ends: Date.now() + QR_TIME }
    member.codes.set(provider, code)
    return shown(code)
  })
  api.member('DELETE /api/qrcode/:provider', { provider: text, qrcodeId: text }, (member, { provider, qrcodeId }) => {
    if (openCode(member, provider)?.qrcodeId !== qrcodeId) throw new Refused('NO_DATA')
    member.codes.delete(provider)
  })
}
