import { type Satang, toBaht } from '#contract/money.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Words } from '#server/core/schema/rewards.ts'

/** Returns the word for the currency in the demo operator's texts: kip on a Laos site, otherwise baht. Source: R510. */
export const unitOf = (isLaos: boolean): Words =>
  isLaos ? { th: 'กีบ', la: 'ກີບ', en: 'kip' } : { th: 'บาท', la: 'ບາດ', en: 'baht' }

const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
/** Returns what is left of a limit as text with its currency, such as `200.00 baht`, or null if nothing is left. */
export const amountLeft = (left: Satang, { language, settings }: Pick<HandlerContext, 'language' | 'settings'>) =>
  left > 0 ? `${AMOUNT.format(toBaht(left))}\u00a0${unitOf(settings.isLaos)[language]}` : null
