import * as v from 'valibot'
import { Baht, CURRENCIES } from './money.ts'
import { readable, rows } from './rows.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256))

/** The number of digits in an account number. */
const Digits = v.pipe(
  v.object({ min: Count, max: Count }),
  v.check(({ min, max }) => min <= max),
)
export type Digits = v.InferOutput<typeof Digits>

const Host = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/),
  v.transform((host) => host.toLowerCase()),
)
const QrSetting = v.object({ minimum: v.optional(Baht), presets: v.optional(v.array(Baht)) })

/** Returns the schema of a setting that falls back on its own: undefined if missing, null if unreadable. */
const own = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.nullable(schema), () => null))

/** Returns the paths of the nulls in `value`, such as `settings.qr.WW`. */
const nullsIn = (value: unknown, place: string): string[] => {
  if (value === null) return [place]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => nullsIn(each, `${place}.${name}`))
}

const Sent = v.object({
  gameHosts: own(rows(Host)),
  passwordMin: own(Count),
  passwordEndsSessions: own(v.boolean()),
  asksPassword: own(v.boolean()),
  accountDigits: own(Digits),
  bankDigits: own(v.record(v.string(), own(Digits))),
  qr: own(v.record(v.string(), own(QrSetting))),
  transferMin: own(Baht),
  withdrawWait: own(Count),
  currency: own(v.picklist(CURRENCIES)),
})
type Sent = v.InferOutput<typeof Sent>

/**
 * An operator's rules (all additive, assumed). The defaults are those of the requirements: any https host, any
 * password, any account number, the amounts of R514 and R526–R532.
 *
 * `gameHosts`: the hosts on which games and their apps open; an unreadable host is left out, and an unreadable list
 * allows no host, because it was meant to restrict them. `passwordMin` counts characters. `passwordEndsSessions`: a
 * changed password logs out the member's other devices. `asksPassword`: `account.rename`, `session.end` and
 * `session.endOthers` need `PASSWORD_HEADER` of `profile.ts`. `bankDigits` overrides `accountDigits` for single banks,
 * by bank code. `qr` has the amounts for each provider. `transferMin` is the minimum transfer, in satang; 0 counts as
 * missing. `withdrawWait` is the number of hours that withdrawals wait after a password recovery. `currency` applies to
 * members whose account names none. `unread` names the settings that could not be read; they count as missing.
 * Source: R119, R256, R265–R274, R510, R514.
 */
export const SiteSettings = v.pipe(
  Sent,
  v.transform((sent): SiteSettings => {
    const { gameHosts, ...others } = sent
    const unread = nullsIn(sent, 'settings')
    const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null))
    return {
      ...known,
      ...(gameHosts !== undefined && { gameHosts: readable(gameHosts ?? []) }),
      ...(unread.length > 0 && { unread }),
    }
  }),
)
export type SiteSettings = { [N in Exclude<keyof Sent, 'gameHosts'>]?: Exclude<Sent[N], null> } & {
  gameHosts?: readonly string[] | undefined
  unread?: readonly string[]
}

/** The settings for a backend that has none of its own. */
export const SPEC_SETTINGS: SiteSettings = {}
/**
 * The settings if the backend cannot be reached: they allow no game host, because the operator may restrict the hosts.
 */
export const UNKNOWN_SETTINGS: SiteSettings = { gameHosts: [] }
