import type { Words } from '#server/core/schema/rewards.ts'

/** The word for money in the texts of the demo operator: kip on a Laos site, else baht. Source: R510. */
export const unitOf = (isLaos: boolean): Words =>
  isLaos ? { th: 'กีบ', la: 'ກີບ', en: 'kip' } : { th: 'บาท', la: 'ບາດ', en: 'baht' }
