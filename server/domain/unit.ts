import type { Words } from '#server/core/schema/rewards.ts'

/** The currency word in the demo operator's texts: kip on a Laos site, otherwise baht. Source: R510. */
export const unitOf = (isLaos: boolean): Words =>
  isLaos ? { th: 'กีบ', la: 'ກີບ', en: 'kip' } : { th: 'บาท', la: 'ບາດ', en: 'baht' }
