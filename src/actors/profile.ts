import { profileCalls } from '#contract/profile.ts'
import { changePasswordMachine } from '#machines/change-password.machine.ts'
import { profileMachine } from '#machines/profile.machine.ts'
import { callActor, lookupActor } from './call.ts'

/** The profile page joined to the backend. */
export const profileLogic = profileMachine.provide({ actors: { lookup: lookupActor(profileCalls['account.profile']) } })

/** The change of the password joined to the backend. */
export const changePasswordLogic = changePasswordMachine.provide({
  actors: { 'account.password': callActor(profileCalls['account.password']) },
})
