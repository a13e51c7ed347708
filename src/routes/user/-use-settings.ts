import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { settingsLogic } from '#src/actors/settings.ts'
import { named } from '#src/inspect/inspector.ts'

/**
 * Returns the operator's settings; undefined until they are loaded, for example when an address opens a dialog along
 * with the page.
 */
export const useSettings = (): SiteSettings | undefined =>
  useSelector(useActorRef(settingsLogic, named('settings')), (s) => s.output)
