import { passkeyCalls } from '#contract/passkey.ts'
import { passkeyMachine } from '#machines/passkey.machine.ts'
import { createPasskey } from '#src/api/passkey.ts'
import { request } from '#src/api/request.ts'
import { noteOwnPasskey } from '#src/lib/own-passkey.ts'
import { callActor, requestActor } from './call.ts'
import { stepUp } from './step-up.ts'

/** The passkey machine, connected to the backend and the browser. */
export const passkeyLogic = passkeyMachine.provide({
  actors: {
    'passkey.list': callActor(passkeyCalls['passkey.list']),
    prepare: stepUp(passkeyCalls['passkey.prepare']),
    create: requestActor(createPasskey),
    'passkey.add': callActor(passkeyCalls['passkey.add'], async (call, input, signal) => {
      const reply = await request(call, input, signal)
      noteOwnPasskey()
      return reply
    }),
    remove: stepUp(passkeyCalls['passkey.remove']),
  },
})
