import { accountCalls } from '#contract/account.ts'
import { lookupCalls } from '#contract/lookup.ts'
import { profileCalls } from '#contract/profile.ts'
import { QR_PROVIDERS, type QrProvider, qrCalls } from '#contract/qr.ts'
import { DEMO_PASSWORD } from '#server/seed.ts'

/** A code as the backend has it. */
export type OpenCode = { provider: QrProvider; qrcodeId: string; amount: number }
type Line = { method: string; path: string }
type Reply = {
  token?: string
  _id?: string
  hasQrcode?: boolean
  qrcodeId?: string
  amount?: number
  terminated?: string | null
}

/** The backend as seen past the browser: to prepare a test and to see what the server holds. */
export class Backend {
  readonly #baseURL: string
  readonly #username: string
  #token: string | undefined
  constructor(baseURL: string, username: string) {
    this.#baseURL = baseURL
    this.#username = username
  }

  #send({ method }: Line, path: string, body?: object, token = this.#token): Promise<Response> {
    return fetch(this.#baseURL + path, {
      method,
      headers: {
        'X-Requested-With': 'wallet-user',
        'Idempotency-Key': crypto.randomUUID(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  async #call(line: Line, path = line.path, body?: object): Promise<Reply> {
    const reply = await this.#send(line, path, body)
    if (!reply.ok) throw new Error(`${line.method} ${path}: ${reply.status}`)
    return (await reply.json()) as Reply
  }

  /** A token of the member; each call opens a session of its own. */
  async signIn(password = DEMO_PASSWORD): Promise<string> {
    const login = { username: this.#username, password, remember: true }
    const { token = '' } = await this.#call(accountCalls['account.login'], undefined, login)
    return token
  }

  /** True while a token signs its member in. */
  async isSignedIn(token: string): Promise<boolean> {
    const line = profileCalls['account.profile']
    return (await this.#send(line, line.path, undefined, token)).ok
  }

  /** Gives the member the password of all demo members back, after a test that has changed it to `password`. */
  async resetPassword(password: string) {
    this.#token = await this.signIn(password)
    const change = { oldPassword: password, newPassword: DEMO_PASSWORD }
    await this.#call(profileCalls['account.password'], undefined, change)
  }

  /** The member's id. */
  async id(): Promise<string> {
    this.#token ??= await this.signIn()
    const { _id = '' } = await this.#call(profileCalls['account.profile'])
    return _id
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
