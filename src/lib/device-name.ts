import type { OpenSession } from '#contract/sessions.ts'
import type { Translate } from './i18n.ts'
import './device-texts.ts'

/**
 * Returns the name of a device to show to the player: its browser and system, as far as they are known. Source: R563,
 * R620.
 */
export function deviceName(t: Translate, { browser, system }: Pick<OpenSession, 'browser' | 'system'>): string {
  const known = browser && system ? t('devices.name', { browser, system }) : (browser ?? system)
  return known ?? t('devices.unknown')
}
