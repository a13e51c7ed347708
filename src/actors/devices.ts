import { passwordHeader } from '#contract/profile.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { devicesMachine } from '#machines/devices.machine.ts'
import { request } from '#src/api/request.ts'
import { callActor, requestActor } from './call.ts'

/** The device list machine, connected to the backend. */
export const devicesLogic = devicesMachine.provide({
  actors: {
    'session.list': callActor(sessionCalls['session.list']),
    end: requestActor<object, { id: string | null; key: string; password: string }>(({ id, key, password }, signal) => {
      const options = { headers: passwordHeader(password) }
      return id === null
        ? request(sessionCalls['session.endOthers'], { key }, signal, options)
        : request(sessionCalls['session.end'], { id, key }, signal, options)
    }),
  },
})
