import type { Satang } from '#contract/money.ts'
import type { QrProvider } from '#contract/qr.ts'
import { Refusal } from './refusal.ts'

/** The world outside, as plain adapters: an operator puts real ones here. */
export type World = {
  /** What the QR of a new deposit code says, asked of its provider (`amount` in satang). Refuses with QR_FAIL. */
  issueQr(code: { id: string; provider: QrProvider; amount: Satang }): Promise<string>
  /** Sends a text message to a phone. Refuses with OTP_SEND_FAIL. */
  sendSms(phone: string, text: string): Promise<void>
}

/** A world in which nothing answers: what a production server has until an operator's adapters are in place. */
export const closedWorld: World = {
  issueQr: () => Promise.reject(new Refusal('QR_FAIL')),
  sendSms: () => Promise.reject(new Refusal('OTP_SEND_FAIL')),
}
