import { type SiteSettings, UNKNOWN_SETTINGS } from '#contract/settings.ts'
import { wire } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** Returns the settings of the operator, or `unknown` if the backend cannot be asked. */
export const siteSettings = (unknown: SiteSettings = UNKNOWN_SETTINGS): Promise<SiteSettings> =>
  wire.site().then(
    ({ settings }) => settings,
    () => unknown,
  )

/** The settings of the operator, once the backend has answered or cannot be asked. */
export const settingsLogic = requestActor(() => siteSettings())
