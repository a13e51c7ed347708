import type { SiteSettings } from '#contract/settings.ts'

/** An operator's rules for what players type. */
export const RULES = {
  passwordMin: 8,
  accountDigits: { min: 6, max: 20 },
} as const satisfies SiteSettings
