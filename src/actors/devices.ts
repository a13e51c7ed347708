import { sessionCalls } from '#contract/sessions.ts'
import { devicesMachine } from '#machines/devices.machine.ts'
import { request } from '#src/api/request.ts'
import { callActor, requestActor } from './call.ts'
import { headersOf, stepUpBy } from './step-up.ts'

type Options = Parameters<typeof request>[3]
/** Ends one session, or all other sessions if there is no `id`. */
const end = ({ id, key }: { id?: string | undefined; key: string }, signal: AbortSignal, options?: Options) =>
  id === undefined
    ? request(sessionCalls['session.endOthers'], { key }, signal, options)
    : request(sessionCalls['session.end'], { id, key }, signal, options)

/** The device list machine, connected to the backend. */
export const devicesLogic = devicesMachine.provide({
  actors: {
    'session.list': callActor(sessionCalls['session.list']),
    end: requestActor<object, { id: string | null; key: string }>(({ id, key }, signal) =>
      end({ id: id ?? undefined, key }, signal),
    ),
    stepUp: stepUpBy<{ id?: string }, object>(({ input, key, proof }, signal) =>
      end({ ...input, key }, signal, { headers: headersOf(proof) }),
    ),
  },
})
