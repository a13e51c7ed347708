import * as v from 'valibot'
import { accountCalls } from '#contract/account.ts'
import { bonusCalls } from '#contract/bonus.ts'
import { type Call, type CallInput, type CallReply, fillPath } from '#contract/call.ts'
import { type BreakLength, careCalls, excludes } from '#contract/care.ts'
import { dataCalls } from '#contract/data.ts'
import { depositCalls } from '#contract/deposit.ts'
import { gameCalls } from '#contract/game.ts'
import { inviteCalls } from '#contract/invite.ts'
import { lookupCalls } from '#contract/lookup.ts'
import { minus, type Satang, satang, toWire } from '#contract/money.ts'
import { passkeyCalls } from '#contract/passkey.ts'
import { type LimitPeriod, playLimitCalls } from '#contract/play-limit.ts'
import { profileCalls } from '#contract/profile.ts'
import { QR_PROVIDERS, type QrProvider, qrCalls } from '#contract/qr.ts'
import { refundCalls } from '#contract/refund.ts'
import { OTP_HEADER, registerCalls } from '#contract/register.ts'
import { readable } from '#contract/rows.ts'
import { slipCalls } from '#contract/slip.ts'
import { spinCalls } from '#contract/spin.ts'
import { PAGE_SIZE, statementCalls } from '#contract/statement.ts'
import { type CheckMinutes, timeCheckCalls } from '#contract/time-check.ts'
import { transferCalls, WALLET } from '#contract/transfer.ts'
import { walletCalls } from '#contract/wallet.ts'
import { withdrawCalls } from '#contract/withdraw.ts'
import type { Otp } from '#machines/otp.machine.ts'
import { DEMO_PASSWORD } from '#server/demo/seed.ts'
import { formOf } from '#src/lib/form.ts'
import { NEWCOMER } from './register.ts'
import type { World } from './world.ts'

/** An open QR code on the backend, with its `amount` in satang. */
export type OpenCode = { provider: QrProvider; qrcodeId: string; amount: Satang }

/**
 * The address of a backend, and whether it supports the reference backend's additions to the spec: idempotency keys and
 * remembered logins.
 */
export type Site = { origin: string; hasAdditions: boolean }

/** The input of a call, without its idempotency key. */
type Unkeyed<I> = I extends unknown ? Omit<I, 'key'> : never

/** Calls the backend without the browser, to prepare tests and read the server's data. Amounts are in satang. */
export class Backend {
  readonly #site: Site
  readonly #username: string
  readonly #password: string
  #token: string | undefined
  /** Tokens of the member's other browsers. */
  readonly #elsewhere: string[] = []
  /** The token of an OTP that this object verified. */
  #otpToken = ''
  constructor(site: Site, username: string, password = DEMO_PASSWORD) {
    this.#site = site
    this.#username = username
    this.#password = password
  }

  #send(call: Call, input: Record<string, unknown>, token = this.#token): Promise<Response> {
    const { method, form } = call
    const [path, rest] = fillPath(call, Object(toWire(call.input, input)))
    const inUrl = method === 'GET' || method === 'DELETE'
    const query = inUrl && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
    return fetch(this.#site.origin + path + query, {
      method,
      headers: {
        'X-Requested-With': 'wallet-user',
        ...(this.#site.hasAdditions
          ? { 'Idempotency-Key': crypto.randomUUID(), ...(this.#otpToken && { [OTP_HEADER]: this.#otpToken }) }
          : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(inUrl ? {} : { body: form ? formOf(rest) : JSON.stringify(rest) }),
    })
  }

  async #call<C extends Call>(call: C, input: Unkeyed<CallInput<C>>): Promise<CallReply<C>> {
    if (call.access === 'member') this.#token ??= await this.signIn()
    const reply = await this.#send(call, input)
    if (!reply.ok) throw new Error(`${call.method} ${call.path}: ${reply.status} ${await reply.text()}`)
    const text = await reply.text()
    return v.parse(call.reply, text ? JSON.parse(text) : {}) as CallReply<C>
  }

  /** Returns the backend for another demo member. */
  as = (username: string) => new Backend(this.#site, username)

  /** Opens a new session for the member and returns its token. */
  async signIn(password = this.#password): Promise<string> {
    const login = { username: this.#username, password, ...(this.#site.hasAdditions ? { remember: true } : {}) }
    return (await this.#call(accountCalls['account.login'], login)).token
  }

  /** Ends the member's sessions outside the browser. */
  async logoutElsewhere() {
    for (const token of this.#elsewhere.splice(0)) await this.#send(accountCalls['account.logout'], {}, token)
    if (this.#token) await this.#send(accountCalls['account.logout'], {})
    this.#token = undefined
  }

  /** Ends the member's sessions outside the browser, then opens a single new one. */
  async loginElsewhere() {
    await this.logoutElsewhere()
    this.#elsewhere.push(await this.signIn())
  }

  /**
   * Signs the member in, and returns a second token for the browser. Reuses tokens that the worker's earlier tests
   * stored in `kept` if they are still valid, because every login costs a password hash.
   */
  async resume(kept: Map<string, string>): Promise<string> {
    const tokenOf = async (who: string) => {
      const name = `${this.#username} ${who}`
      const old = kept.get(name)
      const token = old !== undefined && (await this.isSignedIn(old)) ? old : await this.signIn()
      kept.set(name, token)
      return token
    }
    this.#token = await tokenOf('past the browser')
    return tokenOf('in the browser')
  }

  /** Returns a summary of the member's play, with the end of any break. */
  care = () => this.#call(careCalls['care.read'], {})
  /** Takes a break from play. */
  takeBreak = (length: BreakLength) =>
    this.#call(careCalls['care.break'], { length, ...(excludes(length) && { password: this.#password }) })

  /** Returns the member's limits. */
  depositLimits = () => this.#call(playLimitCalls['limits.read'], {})
  /** Sets a deposit limit. */
  limitDeposits = (period: LimitPeriod, amount: Satang) =>
    this.#call(playLimitCalls['limits.set'], { period, amount, isConfirmed: false })
  /** Confirms the current limits. */
  reviewLimits = () => this.#call(playLimitCalls['limits.review'], {})
  /** Sets how often the member is reminded of the time. */
  remind = (minutes: CheckMinutes | null) => this.#call(timeCheckCalls['timeCheck.set'], { minutes })

  /** The ids of the member's passkeys. */
  passkeys = async () => readable((await this.#call(passkeyCalls['passkey.list'], {})).passkeys).map(({ id }) => id)
  /** Removes all of the member's passkeys. */
  async removePasskeys() {
    for (const id of await this.passkeys())
      await this.#call(passkeyCalls['passkey.remove'], { id, password: this.#password })
  }

  /** Requests the erasure of the member's data. */
  eraseData = () => this.#call(dataCalls['data.erase'], { password: this.#password })
  /** Cancels the erasure request. */
  keepData = () => this.#call(dataCalls['data.keep'], {})

  /** True if a token is valid. */
  async isSignedIn(token: string): Promise<boolean> {
    return (await this.#send(profileCalls['account.profile'], {}, token)).ok
  }

  /** Returns the name of the newcomer who registers with this phone. */
  nameOf = (phone: string): string => `${NEWCOMER.name} ${phone}`

  /** Registers the member. A site with OTP requires a verified phone. */
  async register(bankCode = NEWCOMER.bankCode) {
    const { sourceCode, firstName, lastName } = NEWCOMER
    const account = { bankCode, bankAccountName: `${firstName} ${lastName}`, bankAccountNo: this.#username }
    const person = { name: this.nameOf(this.#username), username: this.#username, password: this.#password }
    await this.#call(registerCalls['account.create'], { ...person, ...account, sourceCode, inviteCode: '' })
  }

  /** Sends a code to a phone, if the site requires one. */
  async sendCode(phoneNumber: string): Promise<Otp> {
    const { otpToken = '', otpRef = '' } = await this.#call(registerCalls['otp.send'], { phoneNumber })
    return { token: otpToken, ref: otpRef }
  }

  /** Verifies a phone with the code sent to it. Returns the code's token, or '' if the site does not require a code. */
  async checkPhone(phoneNumber: string, world: Pick<World, 'sms'>): Promise<string> {
    const { token } = await this.sendCode(phoneNumber)
    if (!token) return ''
    const otpCode = await world.sms(phoneNumber)
    await this.#call(registerCalls['otp.verify'], { otpToken: token, otpCode })
    return token
  }

  /** Registers a new member with this phone, using an OTP if the site requires one. */
  async newcomer(phone: string, world: Pick<World, 'sms'>, bankCode = NEWCOMER.bankCode) {
    const made = new Backend(this.#site, phone, NEWCOMER.password)
    made.#otpToken = await this.checkPhone(phone, world)
    await made.register(bankCode)
    return made
  }

  /** Resets the member's password to the demo members' password, after a test changed it to `password`. */
  async resetPassword(password: string) {
    this.#token = await this.signIn(password)
    const change = { oldPassword: password, newPassword: DEMO_PASSWORD }
    const { token } = await this.#call(profileCalls['account.password'], change)
    this.#token = token ?? this.#token
  }

  /** The member's id. */
  id = async (): Promise<string> => (await this.#call(profileCalls['account.profile'], {}))._id

  /** Returns the member's open QR codes from all providers. */
  async codes(): Promise<OpenCode[]> {
    this.#token ??= await this.signIn()
    const codes = await Promise.all(
      QR_PROVIDERS.map(async (provider) => ({ provider, ...(await this.#call(qrCalls['qr.get'], { provider })) })),
    )
    return codes.flatMap(({ provider, hasQrcode, qrcodeId = '', amount = satang(0) }) =>
      hasQrcode ? [{ provider, qrcodeId, amount }] : [],
    )
  }

  /** Creates a QR code with a provider. */
  makeCode = (provider: QrProvider, satang: Satang) => this.#call(qrCalls['qr.create'], { provider, amount: satang })

  /** Cancels the QR codes that an earlier test left open. */
  async closeCodes() {
    for (const { provider, qrcodeId } of await this.codes())
      await this.#call(qrCalls['qr.remove'], { provider, qrcodeId })
  }

  /** The main wallet's balance. */
  inMain = async (): Promise<Satang> => (await this.#call(walletCalls['wallet.get'], {})).wallet.amount

  /** The balance in a game. */
  async inGame(code: string): Promise<Satang> {
    const { slots } = await this.#call(walletCalls['wallet.get'], {})
    return slots.find((slot) => slot.code === code)?.amount ?? satang(0)
  }

  /** Adds money to the main wallet until its balance is at least `amount`. */
  async fill(amount: Satang) {
    const lacking = minus(amount, await this.inMain())
    if (lacking > 0) await this.add(lacking)
  }

  /** Adds money to the main wallet, which creates a statement row. */
  add = (satang: Satang) => this.#call(withdrawCalls['wallet.add'], { amount: satang })

  /** Moves money from the main wallet into a game. */
  moveInto = (to: string, satang: Satang) =>
    this.#call(transferCalls['wallet.transfer'], { from: WALLET, to, amount: satang })

  /** Opens an account for the member in a game. */
  activate = (code: string) => this.#call(gameCalls['wallet.activate'], { code })

  /** The member's login for a game. */
  credentials = (code: string) => this.#call(gameCalls['wallet.account'], { code })

  /** The deposit methods. */
  ways = () => this.#call(depositCalls['lookup.deposit'], {})

  /** A page of the statement, newest rows first. */
  statement = (page = 1) => this.#call(statementCalls['statement.list'], { page, limit: PAGE_SIZE })

  /** Sends a slip picture. */
  sendSlip = (picture: BlobPart) =>
    this.#call(slipCalls['wallet.slip'], { file: new File([picture], 'slip.png', { type: 'image/png' }) })

  /** The newest slips. */
  slips = async () => (await this.#call(slipCalls['statement.slips'], { page: 1, limit: PAGE_SIZE })).slips

  /** Opens an account in a game and moves money into it. */
  async stake(game: string, satang: Satang) {
    await this.activate(game)
    await this.fill(satang)
    await this.moveInto(game, satang)
  }

  /** The active bonus or promotion. */
  held = () => this.#call(bonusCalls['bonus.active'], {})

  /** Claims a bonus. */
  takeBonus = (code: string) => this.#call(bonusCalls['bonus.activate'], { code })

  /** Ends the active bonus. */
  endBonus = () => this.#call(bonusCalls['bonus.clear'], {})

  /** Collects the invite bonus. */
  collectInvite = () => this.#call(inviteCalls['invite.bonus'], {})

  /** The available refund. */
  refund = async (): Promise<Satang> => (await this.#call(refundCalls['refund.check'], {})).refundAmount

  /** Receives the available refund. */
  receiveRefund = () => this.#call(refundCalls['refund.receive'], {})

  /** The member's number of coins for the wheel. */
  coins = async (): Promise<number> => (await this.#call(spinCalls['spin.setup'], {})).userCoin

  /** Spins the wheel for one coin. */
  spin = () => this.#call(spinCalls['spin.spin'], {})

  /** Spins until a coupon with this code is won. The member must have enough coins. */
  async win(code: string) {
    while ((await this.spin()).code !== code);
  }

  /** The number of coupons for each code. */
  async coupons(): Promise<Record<string, number>> {
    const coupons = await this.#call(spinCalls['spin.coupons'], {})
    return Object.fromEntries(readable(coupons).map(({ prize, amount }) => [prize.slice.code, amount]))
  }

  /** True if the site reports that it is shut down. */
  async isGone(): Promise<boolean> {
    return (await this.#call(lookupCalls['lookup.active'], {})).terminated === 'gone'
  }
}
