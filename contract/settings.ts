import * as v from 'valibot'
import { Baht, CURRENCIES } from './money.ts'
import { readable, rows } from './rows.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256))

/** How many digits an account number has. */
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

/** A setting that falls back alone when it is missing or unreadable. */
const own = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/**
 * Rules of an operator that the specification leaves open (all additive, assumed). A missing setting means what the
 * specification says: any https host, any password, any account number, the amounts of SPEC §9.
 * `gameHosts`: the hosts that games and their apps open at; an unreadable host is left out, and an unreadable list allows no
 * host, because it was meant to restrict them. `passwordMin` counts
 * characters. `bankDigits` overrides `accountDigits` for banks by their code. `qr` has amounts by provider.
 * `currency` is that of a member whose account does not say it. Source: R119, R256, R265–R274, R510.
 */
export const SiteSettings = v.object({
  gameHosts: v.optional(
    v.fallback(
      v.pipe(
        rows(Host),
        v.transform((all) => readable(all)),
      ),
      [],
    ),
  ),
  passwordMin: own(Count),
  accountDigits: own(Digits),
  bankDigits: own(v.record(v.string(), own(Digits))),
  qr: own(v.record(v.string(), own(QrSetting))),
  currency: own(v.picklist(CURRENCIES)),
})
export type SiteSettings = v.InferOutput<typeof SiteSettings>

/** The settings of a backend that has none of its own. */
export const SPEC_SETTINGS: SiteSettings = {}
