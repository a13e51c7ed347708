import { expect, type Page } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { type Satang, toBaht } from '#contract/money.ts'
import { SWITCHES, type Switch } from '#server/core/switches.ts'
import type { Troubles } from '#server/demo/sandbox/troubles.ts'
import { formatAmount } from '#src/lib/format.ts'
import type { World } from './world.ts'

/**
 * Controls the sandbox, by sending its forms directly to the server or submitting them on its page. {@link restore}
 * undoes all temporary changes.
 */
export class Sandbox implements World {
  readonly #baseURL: string
  #undo: (() => Promise<void>)[] = []
  constructor(baseURL: string) {
    this.#baseURL = baseURL
  }

  async #send(form: string, fields: Record<string, string>) {
    const reply = await fetch(`${this.#baseURL}/sandbox/${form}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    expect(reply.status, `sandbox ${form}`).toBe(303)
  }

  /** Makes the bank pay a QR code: the exact amount, or `amount` baht. */
  pay = (qrcodeId: string, amount = '') => this.#send('pay', { qrcodeId, amount })

  /** Sets a site switch. When the test ends or {@link restore} is called, the switch returns to the site's default. */
  async turn(name: Switch, isOn: boolean) {
    this.#undo.push(() => this.#send('switch', { name, isOn: String(SWITCHES[name]) }))
    await this.#send('switch', { name, isOn: String(isOn) })
  }

  /** Makes the bank unavailable until the test ends or {@link restore} is called. */
  outage = () => this.#turnOff('outage')

  /** Makes text messages fail until the test ends or {@link restore} is called. */
  smsOutage = () => this.#turnOff('sms')

  /** Makes the games unavailable until the test ends or {@link restore} is called. */
  gameOutage = () => this.#turnOff('games')

  /**
   * Makes each given game provider refuse calls with the given code until the test ends or {@link restore} is called.
   */
  async trouble(troubles: Partial<Troubles>) {
    this.#undo.push(() => this.#send('troubles', {}))
    await this.#send('troubles', troubles)
  }

  /** Prevents the invite bonus from being collected until the test ends or {@link restore} is called. */
  inviteOutage = () => this.#turnOff('invite')

  async #turnOff(form: string) {
    this.#undo.push(() => this.#send(form, { isOn: 'false' }))
    await this.#send(form, { isOn: 'true' })
  }

  /**
   * Suspends a demo member, as the operator, for reason 1–4 until the test ends or {@link restore} is called. Ends the
   * member's sessions.
   */
  async hold(username: string, reason: number) {
    this.#undo.push(() => this.#send('hold', { username, hold: '0' }))
    await this.#send('hold', { username, hold: String(reason) })
  }

  /**
   * Returns the newest code sent to `phone`, a number in plain digits. Call it once the screen reports that the code
   * was sent.
   */
  async sms(phone: string): Promise<string> {
    const reply = await fetch(`${this.#baseURL}/sandbox/messages`)
    const messages = (await reply.json()) as { phone: string; text: string }[]
    const text = messages.find((message) => message.phone === phone)?.text ?? ''
    const [, code = ''] = /#(\d{6})$/.exec(text) ?? []
    expect(code, `a code sent to ${phone}`).not.toBe('')
    return code
  }

  /** Gives a member coins for the wheel. */
  giveCoins = (username: string, coins: number) => this.#send('reward/coins', { username, coins: String(coins) })

  /** Makes a member play a stake in a game, with the given outcome. */
  play = (username: string, game: string, stake: Satang, outcome: 'win' | 'lose') =>
    this.#send('reward/play', { username, game, amount: String(toBaht(stake)), outcome })

  /** Makes a friend register through a member's link, deposit, and immediately play the whole deposit. */
  bringFriend = (username: string, stake: Satang, outcome: 'win' | 'lose') =>
    this.#send('reward/friend', { username, amount: String(toBaht(stake)), outcome })

  /** Removes a prize from the wheel, as the operator, until the test ends or {@link restore} is called. */
  async withdrawPrize(code: string) {
    this.#undo.push(() => this.#send('reward/prize', { name: code, isOn: 'true' }))
    await this.#send('reward/prize', { name: code, isOn: 'false' })
  }

  /** Injects a fault into the next `times` calls named `match` until the test ends or {@link restore} is called. */
  async fault(match: CallName, kind: string, { times = 1000, ms = 3000 } = {}) {
    this.#undo.push(() => this.#send('faults/clear', {}))
    await this.#send('faults', { match, kind, times: String(times), ms: String(ms) })
  }

  /** Moves the server's clock ahead by `seconds` until the test ends or {@link restore} is called. */
  async ahead(seconds: number) {
    this.#undo.push(() => this.#send('clock', { seconds: '0' }))
    await this.#send('clock', { seconds: String(seconds) })
  }

  /** Returns the number of injected faults that have not occurred yet. */
  async faultsLeft(): Promise<number> {
    const faults = (await (await fetch(`${this.#baseURL}/sandbox/faults`)).json()) as { times: number }[]
    return faults.reduce((sum, { times }) => sum + times, 0)
  }

  /** Undoes all temporary changes, the latest first. */
  async restore() {
    for (const undo of this.#undo.splice(0).reverse()) await undo()
  }

  /** Opens the sandbox page in `page`, pays a code there, and closes `page`. */
  async payByHand(page: Page, qrcodeId: string) {
    await page.goto('/sandbox')
    const row = page.getByRole('listitem').filter({ hasText: qrcodeId })
    await row.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(row).toContainText('paid')
    await page.close()
  }

  /** Opens the sandbox page in `page`, settles a member's only withdrawal of this amount there, and closes `page`. */
  async settleByHand(page: Page, word: 'Approve' | 'Reject', amount: Satang, member: string) {
    await page.goto('/sandbox')
    const button = page.getByRole('button', { name: `${word}: ${formatAmount(amount)} baht, ${member}`, exact: true })
    await button.click()
    await expect(button).toHaveCount(0)
    await page.close()
  }

  /** Opens the sandbox page in `page`, settles a member's only pending slip there, and closes `page`. */
  async checkSlipByHand(
    page: Page,
    member: string,
    verdict: { amount: Satang; reference: string } | { reason: string },
  ) {
    await page.goto('/sandbox')
    const word = 'reason' in verdict ? 'Fail' : 'Accept'
    const button = page.getByRole('button', { name: new RegExp(`^${word}: ${member},`) })
    const row = page.getByRole('listitem').filter({ has: button })
    if ('reason' in verdict) await row.getByRole('combobox').selectOption(verdict.reason)
    else {
      await row.getByRole('textbox', { name: 'Amount', exact: true }).fill(String(toBaht(verdict.amount)))
      await row.getByRole('textbox', { name: /reference/ }).fill(verdict.reference)
    }
    await button.click()
    await expect(button).toHaveCount(0)
    await page.close()
  }
}
