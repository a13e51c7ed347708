import * as v from 'valibot'
import { Baht, CURRENCIES } from './money.ts'
import { readable, rows } from './rows.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256))

/** The minimum and maximum number of digits in an account number. */
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

/**
 * Returns the schema of a setting that can be unreadable without affecting the other settings. It is undefined if it is
 * missing, and null if it is unreadable.
 */
const own = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.nullable(schema), () => null))

/** Returns the paths of all nulls in `value`, such as `settings.qr.WW`. */
const nullsIn = (value: unknown, place: string): string[] => {
  if (value === null) return [place]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => nullsIn(each, `${place}.${name}`))
}

const Sent = v.object({
  /**
   * The hosts on which games and their apps may open. An unreadable host is left out. An unreadable list allows no host
   * at all, because its purpose was to restrict the hosts.
   */
  gameHosts: own(rows(Host)),
  /** The minimum number of characters in a password. */
  passwordMin: own(Count),
  /** True if a password change logs out the member's other devices. */
  passwordEndsSessions: own(v.boolean()),
  /** True if `account.rename`, `session.end` and `session.endOthers` require `PASSWORD_HEADER` (`profile.ts`). */
  asksPassword: own(v.boolean()),
  accountDigits: own(Digits),
  /** Overrides `accountDigits` for individual banks, by bank code. */
  bankDigits: own(v.record(v.string(), own(Digits))),
  /** The amounts for each QR provider. */
  qr: own(v.record(v.string(), own(QrSetting))),
  /** The minimum transfer, in satang. 0 counts as missing. */
  transferMin: own(Baht),
  /** How many hours withdrawals must wait after a password recovery. */
  withdrawWait: own(Count),
  /** The currency of members whose account does not specify one. */
  currency: own(v.picklist(CURRENCIES)),
})
type Sent = v.InferOutput<typeof Sent>

/**
 * The operator's rules (all additive, assumed). The requirements define the defaults: any https host, any password, any
 * account number, and the amounts of R514 and R526–R532. `unread` lists the settings that could not be read. They count
 * as missing. Source: R119, R256, R265–R274, R510, R514.
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

/** The settings for a backend that sends none. */
export const SPEC_SETTINGS: SiteSettings = {}
/**
 * The settings while the backend cannot be reached. They allow no game host, because the operator may restrict the
 * hosts.
 */
export const UNKNOWN_SETTINGS: SiteSettings = { gameHosts: [] }
