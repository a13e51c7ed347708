import { siteSettings } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** The settings of the operator, once the backend has answered or cannot be asked. */
export const settingsLogic = requestActor(() => siteSettings())
