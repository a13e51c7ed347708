import { useActorRef, useSelector } from '@xstate/react'
import type { SiteSettings } from '#contract/settings.ts'
import { settingsLogic } from '#src/actors/settings.ts'
import { named } from '#src/inspect/inspector.ts'

/**
 * Returns the operator's settings. They are undefined until they have loaded, for example if a page is opened directly
 * with a dialog in its address.
 */
export const useSettings = (): SiteSettings | undefined =>
  useSelector(useActorRef(settingsLogic, named('settings')), (s) => s.output)
