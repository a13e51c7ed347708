import * as v from 'valibot'
import type { InSatang } from './money.ts'
import type { Offer } from './offers.ts'

/** One API call: method and path, input and reply schemas. Source: R304–R377. */
export type Call<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
  K extends 'read' | 'change' = 'read' | 'change',
> = {
  kind: K
  method: string
  path: string
  input: I
  reply: O
  /** The reply is never stored, not even sealed with its key: a repeated request runs the call again. */
  secret: boolean
  /** The permitted callers: a signed-in member; also a guest with the chat's signed id; or anyone. */
  access: 'member' | 'guest' | 'anyone'
  /** The input is sent as a multipart form, because it contains a file; the call may take up to UPLOAD_TIMEOUT. */
  form: boolean
  /** The call is not in the spec: it is sent only to a backend that offers it. */
  needs: Offer | null
  /** A change that can safely run twice: it only stores a file, sends a code, ends sessions, or starts a break. */
  repeatable: boolean
  /** Signs a member in: a refusal does not end a session, and a backend that offers `device` sets a cookie in the reply. */
  login: boolean
}

/** The input of a call; a change carries its idempotency key. Money in satang. */
export type CallInput<C extends Call> = InSatang<v.InferInput<C['input']>> &
  (C['kind'] extends 'change' ? { key: string } : unknown)
/** The parsed reply of a call. Money in satang. */
export type CallReply<C extends Call> = v.InferOutput<C['reply']>

type Options = Partial<Pick<Call, 'secret' | 'access' | 'form' | 'needs' | 'repeatable' | 'login'>>

const make =
  <K extends 'read' | 'change'>(kind: K) =>
  <I extends v.GenericSchema, O extends v.GenericSchema>(
    line: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`,
    input: I,
    reply: O,
    { secret = false, access = 'member', form = false, needs = null, repeatable = false, login = false }: Options = {},
  ): Call<I, O, K> => {
    const [method = '', path = ''] = line.split(' ')
    return { kind, method, path, input, reply, secret, access, form, needs, repeatable, login }
  }

/** A call's path with its `:names` filled in, and the rest of its input. */
export function fillPath({ path }: Pick<Call, 'path'>, input: object): [string, Record<string, unknown>] {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const part = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return part
  })
  return [filled, rest]
}

/**
 * Accepts any body, for calls whose reply the specification does not describe: any 2xx counts as success. A call whose
 * reply may have additive fields has its own fallback.
 */
export const done = v.fallback(v.object({}), {})

/** A call without side effects, which is safe to repeat at any time. */
export const read = make('read')
/** A call that changes state: it requires an idempotency key. */
export const change = make('change')
