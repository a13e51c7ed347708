import * as v from 'valibot'
import type { InSatang } from './money.ts'
import type { Offer } from './offers.ts'

/** One call of the wire: verb and path, input and reply schema. Source: R304–R377. */
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
  /** The reply contains a secret: it is never stored for a repeated request; the call runs again. */
  secret: boolean
  /** The permitted callers: a signed-in member; also a guest by the chat's signed id; or anyone. */
  access: 'member' | 'guest' | 'anyone'
  /** The input is sent as a multipart form, because it contains a file; it may take UPLOAD_TIMEOUT. */
  form: boolean
  /** The call is not in the spec: it is sent only to a backend that offers it. */
  needs: Offer | null
  /** A change that may safely run twice: it only stores a file, sends a code, ends sessions, or starts a break. */
  repeatable: boolean
  /** Signs a member in: its refusals end no session, and a backend that offers `device` uses it to set a cookie. */
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

/** The path of a call with its `:names` filled in, and the rest of the input. */
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
 * Accepts any body. For calls whose reply the specification does not describe: any 2xx counts as success. A call that may
 * answer additive fields has its own fallback.
 */
export const done = v.fallback(v.object({}), {})

/** A call without side effects, which anyone may repeat at any time. */
export const read = make('read')
/** A call that changes state: it requires an idempotency key. */
export const change = make('change')
