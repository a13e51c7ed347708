import { type SiteSettings, UNKNOWN_SETTINGS } from '#contract/settings.ts'
import { wire } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** Returns the operator's settings, or `unknown` if the backend cannot be reached. */
export const siteSettings = (unknown: SiteSettings = UNKNOWN_SETTINGS): Promise<SiteSettings> =>
  wire.site().then(
    ({ settings }) => settings,
    () => unknown,
  )

/** The operator's settings, available once the backend has answered or cannot be reached. */
export const settingsLogic = requestActor(() => siteSettings())
