import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { settingsLogic } from '#src/actors/settings.ts'
import { named } from '#src/inspect/inspector.ts'

/**
 * Returns the operator's settings. They are undefined until loaded, for example when the address opens a dialog
 * together with the page.
 */
export const useSettings = (): SiteSettings | undefined =>
  useSelector(useActorRef(settingsLogic, named('settings')), (s) => s.output)
