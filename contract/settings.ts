import * as v from 'valibot'
import { CURRENCIES, ExactBaht } from './money.ts'
import { QR_PROVIDERS } from './qr.ts'

/** How many digits an account number has. */
const Digits = v.pipe(
  v.object({
    min: v.pipe(v.number(), v.integer(), v.minValue(1)),
    max: v.pipe(v.number(), v.integer(), v.maxValue(64)),
  }),
  v.check(({ min, max }) => min <= max),
)
export type Digits = v.InferOutput<typeof Digits>

const Host = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/),
  v.transform((host) => host.toLowerCase()),
)
const QrSetting = v.object({ minimum: v.optional(ExactBaht), presets: v.optional(v.array(ExactBaht)) })

/** A setting that falls back alone when it is missing or unreadable. */
const own = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/**
 * Rules of an operator that the specification leaves open (all additive, assumed). A missing setting means what the
 * specification says: any https host, any password, any account number, the amounts of SPEC §9.
 * `gameHosts`: the hosts that games and their apps open at; an unreadable host is left out. `passwordMin` counts
 * characters. `bankDigits` overrides `accountDigits` for banks by their code. `qr` has amounts by provider.
 * `currency` is that of a member whose account does not say it. Source: R119, R256, R265–R274, R510.
 */
export const SiteSettings = v.object({
  gameHosts: own(
    v.pipe(
      v.array(v.fallback(v.nullable(Host), null)),
      v.transform((hosts) => hosts.filter((host) => host !== null)),
    ),
  ),
  passwordMin: own(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256))),
  accountDigits: own(Digits),
  bankDigits: own(v.record(v.string(), own(Digits))),
  qr: own(v.object(v.entriesFromList(QR_PROVIDERS, own(QrSetting)))),
  currency: own(v.picklist(CURRENCIES)),
})
export type SiteSettings = v.InferOutput<typeof SiteSettings>

/** The settings of a backend that has none of its own. */
export const SPEC_SETTINGS: SiteSettings = {}
