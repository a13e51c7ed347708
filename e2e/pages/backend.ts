import { accountCalls } from '#contract/account.ts'
import { lookupCalls } from '#contract/lookup.ts'
import { QR_PROVIDERS, type QrProvider, qrCalls } from '#contract/qr.ts'
import { DEMO_PASSWORD } from '#server/seed.ts'

/** A code as the backend has it. */
export type OpenCode = { provider: QrProvider; qrcodeId: string; amount: number }
type Reply = { token?: string; hasQrcode?: boolean; qrcodeId?: string; amount?: number; terminated?: string | null }

/** The backend as seen past the browser: to prepare a test and to see what the server holds. */
export class Backend {
  readonly #baseURL: string
  readonly #username: string
  #token: string | undefined
  constructor(baseURL: string, username: string) {
    this.#baseURL = baseURL
    this.#username = username
  }

  async #call(line: { method: string; path: string }, path = line.path, body?: object): Promise<Reply> {
    const reply = await fetch(this.#baseURL + path, {
      method: line.method,
      headers: {
        'X-Requested-With': 'wallet-user',
        'Idempotency-Key': crypto.randomUUID(),
        ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!reply.ok) throw new Error(`${line.method} ${path}: ${reply.status}`)
    return (await reply.json()) as Reply
  }

  /** A token of the member; each call opens a session of its own. */
  async signIn(): Promise<string> {
    const { token = '' } = await this.#call(accountCalls['account.login'], undefined, {
      username: this.#username,
      password: DEMO_PASSWORD,
      remember: true,
    })
    return token
  }

  /** The member's open codes at all providers. */
  async codes(): Promise<OpenCode[]> {
    this.#token ??= await this.signIn()
    const codes = await Promise.all(
      QR_PROVIDERS.map(async (provider) => ({
        provider,
        ...(await this.#call(qrCalls['qr.get'], `/api/qrcode/${provider}`)),
      })),
    )
    return codes.flatMap(({ provider, hasQrcode, qrcodeId = '', amount = 0 }) =>
      hasQrcode ? [{ provider, qrcodeId, amount }] : [],
    )
  }

  /** Closes what an earlier test left open. */
  async closeCodes() {
    for (const { provider, qrcodeId } of await this.codes())
      await this.#call(qrCalls['qr.remove'], `/api/qrcode/${provider}?qrcodeId=${qrcodeId}`)
  }

  /** True when the site says that it is shut down. */
  async isGone(): Promise<boolean> {
    return (await this.#call(lookupCalls['lookup.active'])).terminated === 'gone'
  }
}
