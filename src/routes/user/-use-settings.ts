import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { settingsLogic } from '#src/actors/settings.ts'
import { named } from '#src/inspect/inspector.ts'

/**
 * Returns the settings of the operator; undefined until they are loaded, as when the address opens a dialog with the
 * page.
 */
export const useSettings = (): SiteSettings | undefined =>
  useSelector(useActorRef(settingsLogic, named('settings')), (s) => s.output)
