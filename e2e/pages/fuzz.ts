import { GIFT_MIN } from '#contract/gift-link.ts'
import { toBaht, toSatang } from '#contract/money.ts'
import { QR_LEAST } from '#contract/qr.ts'
import { TRANSFER_MIN } from '#contract/transfer.ts'

/** Returns a seeded generator of pseudo-random numbers from 0 to 1 (mulberry32), so that failures can be reproduced. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

// no inline event handler, because Chromium would report it while the sanitiser parses the markup
const HTML = '<script>document.title=2</script><iframe src="/x"></iframe><b>bold</b>'
const LONG = 'ยาว'.repeat(2000)
const REMOVED = Symbol('removed')

/** Replacements for a value in a reply. */
const VALUES: readonly ((value: unknown) => unknown)[] = [
  () => REMOVED,
  () => null,
  () => '',
  () => HTML,
  () => LONG,
  () => [],
  () => ({}),
  () => true,
  () => -5,
  () => 12.345,
  () => 1e308,
  (value) => (typeof value === 'number' ? value + 1e-10 : value),
  (value) => (typeof value === 'number' ? String(value) : 7),
  (value) => (typeof value === 'string' ? value.slice(0, value.length / 2) : [value]),
  (value) => (Array.isArray(value) ? [...value, ...value, null, 'odd'] : { value }),
]
/** Bodies that replace an entire reply. */
const BODIES = ['', 'null', '[]', '{}', '"text"', '0', '{"a":', '<!doctype html><title>Bad gateway</title>']

/** The paths of all values in a JSON document, from its root. */
function placesIn(value: unknown, before: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [before]
  return [before, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...before, name]))]
}

function replace(value: unknown, [name, ...rest]: string[], change: (old: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const next = replace(Reflect.get(copy, name), rest, change)
  if (next === REMOVED) Reflect.deleteProperty(copy, name)
  else Reflect.set(copy, name, next)
  return Array.isArray(copy) ? copy.filter(() => true) : copy
}

/** A field unknown to the contract. */
const UNKNOWN_FIELD = 'unknownField'
const UNKNOWN = { [UNKNOWN_FIELD]: { amount: 999_999.99 }, __v: 0, message: 'OK' }
/** The fields whose amounts the client rounds. */
const ROUNDED = /^(amount|refundAmount|withdrawMin|withdrawMax|minimum|remaining|leastBalance)$/
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns an equivalent reply as another backend might send it: with fields unknown to the contract, and with float
 * noise in amounts of whole satang. QR code amounts (never rounded) and coupon amounts (counts) stay unchanged.
 */
export function vary(body: string, random: () => number): string {
  return JSON.stringify(
    JSON.parse(body, function (this: object, name: string, value: unknown) {
      const isRounded = ROUNDED.test(name) && !('qrcodeId' in this) && !('prize' in this)
      if (isRounded && typeof value === 'number' && toBaht(toSatang(value)) === value)
        return value + (random() - 0.5) / 1e9
      return isObject(value) && random() < 0.5 ? { ...UNKNOWN, ...value } : value
    }),
  )
}

/** Returns the body of a reply with one to three faults, and sometimes a field unknown to the contract. */
export function fuzz(body: string, random: () => number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  if (random() < 0.05) return pick(BODIES)
  let reply: unknown = JSON.parse(body)
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const places = placesIn(reply).slice(1)
    if (places.length > 0) reply = replace(reply, pick(places), pick(VALUES))
  }
  if (random() < 0.2 && isObject(reply)) reply = { ...UNKNOWN, ...reply }
  return JSON.stringify(reply)
}

/**
 * The amounts that a page may show after these replies, in satang: every amount in a reply, the sums of the wallet and
 * game balances, and the product's own minimum amounts.
 */
export class SentMoney {
  readonly #satang = new Set<number>([0, GIFT_MIN, QR_LEAST, TRANSFER_MIN])

  add(body: string) {
    let reply: unknown
    try {
      reply = JSON.parse(body)
    } catch {
      return
    }
    this.#addNumbers(reply)
    this.#addSums(reply)
  }

  /** True if a page may show this amount, such as 1,500.50. */
  has = (shown: string): boolean => this.#satang.has(Math.round(Number(shown.replaceAll(',', '')) * 100))

  #addNumbers(value: unknown) {
    if (typeof value === 'number') this.#satang.add(Math.round(value * 100))
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) if (name !== UNKNOWN_FIELD) this.#addNumbers(part)
  }

  #addSums(reply: unknown) {
    const { wallet, slots } = Object(reply) as { wallet?: { amount?: unknown }; slots?: unknown }
    const satang = (amount: unknown) => (typeof amount === 'number' ? Math.round(amount * 100) : 0)
    const games = Array.isArray(slots) ? slots.map((slot) => Object(slot) as Record<string, unknown>) : []
    let sums = [0]
    for (const { amount, ftWalletSlot } of games) {
      this.#satang.add(Math.round(satang(amount) * Number(ftWalletSlot)))
      if (satang(amount) > 0) sums = [...new Set(sums.flatMap((sum) => [sum, sum + satang(amount)]))]
    }
    for (const sum of sums) for (const all of [sum, sum + satang(wallet?.amount)]) this.#satang.add(all)
  }
}
